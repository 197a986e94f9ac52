// OQPrograms: the module table in Package.swift says what belongs here.
