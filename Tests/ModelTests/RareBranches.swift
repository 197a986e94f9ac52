/// Programs that reach outcomes of freedoms that random small programs seldom reach.
enum RareBranches {
  static let programs = [
    """
    oqprogram 1
    queue q
    op d
    op x deps=d
    client 1
      add q x
      undepend x d
    """,
    """
    oqprogram 1
    op x
    client 1
      start x
    client 2
      is-finished x
      is-finished x
      is-executing x
      is-finished x
      is-executing x
      is-finished x
    """,
    """
    oqprogram 1
    queue q limit=1 suspended
    op x priority=low
    op y priority=low
    client 1
      add-group q x,y
      resume q
      wait-all q
    """,
    """
    oqprogram 1
    queue q
    op x kind=conditional
    client 1
      add q x
      set-condition x true
      wait x
    """,
    """
    oqprogram 1
    queue q limit=1 suspended
    op x priority=low
    op y priority=normal
    client 1
      add-group q x,y
      set-priority x high
      resume q
      wait-all q
    """,
    """
    oqprogram 1
    queue q limit=1 suspended
    op x
    op y
    op z priority=low
    client 1
      add-group q x,y,z
      resume q
      wait-all q
    """,
    """
    oqprogram 1
    op x kind=conditional
    client 1
      cancel x
      start x
    """,
    """
    oqprogram 1
    queue q limit=2
    op x
    op y
    op z kind=barrier
    client 1
      add-group q x,y
      add-barrier q z
      set-limit q 1
      count q
      cancel-all q
      wait-all q
    """,
    """
    oqprogram 1
    op x kind=block blocks=3
    client 1
      start x
    client 2
      add-execution-block x 4
      cancel x
      set-completion x 1
      set-completion x 2
    """,
    """
    oqprogram 1
    queue q
    op x kind=conditional
    op y kind=asynchronous
      in y.start: store-finished y
    op z deps=y
    client 1
      add-group q x,y,z
      set-condition x true
      set-condition x false
      cancel x
      cancel x
      is-ready z
    """,
    """
    oqprogram 1
    queue q
    op x
    client 1
      start x
      depend x x
      add-group q x,x
    client 2
      add q x
      start x
      cancel x
      start x
    """,
  ]
}
