/// The style of a page: light and dark, on paper, and on a screen of 400 columns of dots.
enum PageStyle {
  static let text = """

    :root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --soft: #59636e; --line:
      #d5dae0;
      --fill: #f3f5f7; --good: #1a7f37; --bad: #c01c28; --open: #8a6100; --idle: #6e7781;
      --goodfill: #d8f3df; --badfill: #ffdedb; --openfill: #fbeec2; --link: #0a5bc4; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e3e8ee; --paper: #14181d; --soft: #9aa5b1;
      --line: #343b44; --fill: #1e242b; --good: #57c878; --bad: #ff8078; --open: #e0b646;
      --idle: #8b95a1; --goodfill: #12381f; --badfill: #4c1c1b; --openfill: #403409;
      --link: #7ab4ff; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 76rem; padding: 1rem; color: var(--ink);
      background: var(--paper); font: 16px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
    h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
    h3 { font-size: 1.05rem; margin: 1.25rem 0 .25rem; } h4 { font-size: .9rem; margin: .75rem 0
      .2rem;
      color: var(--soft); }
    small, .remark, .legend { color: var(--soft); font-weight: normal; font-size: .85rem; }
    a { color: var(--link); } p { margin: .25rem 0; }
    pre, kbd, .events td { font: .82rem/1.4 ui-monospace, monospace; }
    pre { margin: .25rem 0; padding: .5rem; overflow-x: auto; background: var(--fill);
      border-radius: 6px; overflow-wrap: normal; }
    kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3em; }
    .outcome { font-size: 1.1rem; font-weight: 600; margin: .5rem 0; padding: .5rem .75rem;
      border-radius: 6px; color: var(--open); background: var(--openfill); }
    .outcome.conformant { color: var(--good); background: var(--goodfill); }
    .outcome.violated, .outcome.unusable { color: var(--bad); background: var(--badfill); }
    .facts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: .5rem 0; }
    dt { color: var(--soft); font-size: .8rem; } dd { margin: 0; }
    nav { display: flex; gap: 1rem; }
    table { border-collapse: collapse; width: 100%; } caption { text-align: left; }
    th, td { text-align: left; vertical-align: top; padding: .2rem .5rem .2rem 0; }
    th { font-weight: 600; color: var(--soft); font-size: .85rem; }
    th, td { overflow-wrap: normal; } td:last-child { overflow-wrap: anywhere; }
    tr { border-top: 1px solid var(--line); }
    .matrix tr { border: 0; } .matrix th { width: 6rem; }
    .matrix td a, .legend span { display: inline-block; min-width: 1.9rem; margin: 1px;
      padding: 0 .25rem; border-radius: 4px; text-align: center; text-decoration: none;
      font-size: .8rem; line-height: 1.5rem; color: var(--idle); background: var(--fill); }
    .matrix a.satisfied, .legend .satisfied { color: var(--good); background: var(--goodfill); }
    .matrix a.violated, .legend .violated { color: var(--paper); background: var(--bad);
      font-weight: 700; }
    .matrix a.vacuous, .matrix a.inconclusive, .matrix a.excused, .legend .vacuous,
    .legend .inconclusive { color: var(--open); background: var(--openfill); }
    .rules td:nth-child(1) { width: 7rem; } .rules td:nth-child(2) { width: 7.5rem; }
    .rules td:nth-child(3) { width: 7rem; }
    span.satisfied { color: var(--good); } span.violated { color: var(--bad); font-weight: 700; }
    span.vacuous, span.inconclusive, span.excused { color: var(--open); }
    tr:target, details:target > summary { outline: 2px solid var(--link); }
    summary { cursor: pointer; } summary:focus-visible, :focus-visible {
      outline: 2px solid var(--link); outline-offset: 2px; }
    .finding { border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 6px;
      margin: .5rem 0; padding: .4rem .75rem; } .finding > summary { font-weight: 600; }
    .message { font-size: 1.05rem; }
    .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; }
    .columns > div { min-width: 0; }
    .history { margin: .25rem 0; } .m td { font-weight: 700; }
    .m td:first-child { color: var(--bad); }
    .command { white-space: pre-wrap; overflow-wrap: anywhere; }
    .copy { display: flex; gap: .5rem; align-items: flex-start; }
    .copy pre { flex: 1; min-width: 0; } .copy button { margin-top: .5rem; font-size: .75rem; }
    .events { display: block; overflow-x: auto; } .g td { color: var(--soft); }
    .events td:nth-child(n+4) { min-width: 10rem; overflow-wrap: anywhere; }
    #filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .25rem
      1rem;
      align-items: center; padding: .5rem 0; background: var(--paper);
      border-bottom: 1px solid var(--line); }
    #filter[hidden], [hidden] { display: none; }
    .new { color: var(--paper); background: var(--bad); border-radius: 4px; padding: 0 .3rem; }
    .known { color: var(--idle); background: var(--fill); border-radius: 4px; padding: 0 .3rem; }
    .chart { overflow-x: auto; margin: .25rem 0; border: 1px solid var(--line); border-radius:
      6px; }
    .chart svg { display: block; } .chart text { fill: var(--ink); font: 12px ui-monospace,
      monospace; }
    .chart .lane { stroke: var(--line); } .chart .body { fill: var(--goodfill); stroke:
      var(--good); }
    .chart .hold { fill: var(--openfill); stroke: var(--open); stroke-dasharray: 3 2; }
    .chart .call { fill: none; stroke: var(--link); stroke-width: 2; }
    .chart .gap { fill: var(--fill); stroke: var(--soft); stroke-dasharray: 2 3; }
    .chart .dot { fill: var(--soft); } .chart .ring { fill: none; stroke: var(--bad);
      stroke-width: 2; }
    .chart .event { cursor: pointer; outline: none; } .chart .hit { fill: transparent; }
    .chart .event:focus-visible .hit, .chart .event[aria-current] .hit { stroke: var(--link);
      stroke-width: 2; }
    .told { padding: .5rem; background: var(--fill); border-radius: 6px; }
    dialog { color: var(--ink); background: var(--paper); border: 1px solid var(--line);
      border-radius: 8px; }
    @media (max-width: 640px) { body { padding: .5rem; font-size: 15px; }
      .columns { grid-template-columns: minmax(0, 1fr); } .matrix th { width: 4.5rem; }
      .rules tr { display: grid; grid-template-columns: auto auto 1fr; gap: 0 .5rem; }
      .rules tr:first-child { display: none; } .rules td { width: auto !important; }
      .rules td:nth-child(4) { grid-column: 1 / -1; }
      #filter { position: static; } }
    @media print { #filter, .copy button, .chart, .told { display: none; }
      .picture[hidden] { display: block; } body { max-width: none; font-size: 10pt; }
      .finding, .rules tr { break-inside: avoid; } }

    """
}
