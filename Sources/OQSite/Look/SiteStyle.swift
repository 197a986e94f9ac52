/// The style of the site: light and dark, on paper, and on a screen of 400 columns of dots.
enum SiteStyle {
  static let text = """
    :root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --soft: #59636e;
      --line: #d5dae0; --fill: #f3f5f7; --good: #1a7f37; --bad: #c01c28; --open: #8a6100;
      --link: #0a5bc4; --body: #cfe2f8; --hold: #e8ddc4; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e3e8ee; --paper: #14181d;
      --soft: #9aa5b1; --line: #343b44; --fill: #1e242b; --good: #57c878; --bad: #ff8078;
      --open: #e0b646; --link: #7ab4ff; --body: #1f3b5c; --hold: #4a4028; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 60rem; padding: 0 1rem 3rem; color: var(--ink);
      background: var(--paper); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    header { border-bottom: 1px solid var(--line); padding: .6rem 0; margin-bottom: 1rem;
      display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; }
    header a { text-decoration: none; } header .home { font-weight: 700; color: var(--ink); }
    header form { margin-left: auto; flex: 1 1 8rem; max-width: 13rem; }
    input[type=search] { font: inherit; color: inherit; background: var(--fill); padding: .2rem .5rem;
      border: 1px solid var(--line); border-radius: 6px; width: 100%; }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0; }
    h2 { font-size: 1.2rem; margin: 2rem 0 .4rem; }
    h3 { font-size: 1.02rem; margin: 1.2rem 0 .2rem; }
    p, ul, ol { margin: .4rem 0; } ul, ol { padding-left: 1.4rem; }
    a { color: var(--link); } small, .soft, figcaption { color: var(--soft); }
    .id { color: var(--soft); font-weight: 600; }
    .tags { display: flex; flex-wrap: wrap; gap: .3rem; margin: .4rem 0; }
    .tags span { font-size: .8rem; border: 1px solid var(--line); border-radius: 999px;
      padding: 0 .6rem; color: var(--soft); }
    .tags .challenged { color: var(--bad); border-color: var(--bad); }
    blockquote { margin: .8rem 0; padding: .6rem .9rem; border-left: 4px solid var(--link);
      background: var(--fill); border-radius: 0 6px 6px 0; }
    pre, code { font: .84rem/1.45 ui-monospace, monospace; }
    pre { margin: .4rem 0; padding: .6rem; overflow-x: auto; background: var(--fill);
      border-radius: 6px; overflow-wrap: normal; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .25rem .7rem .25rem 0;
      border-top: 1px solid var(--line); }
    th { color: var(--soft); font-size: .85rem; overflow-wrap: normal; }
    td { overflow-wrap: break-word; }
    td.num { text-align: right; font-variant-numeric: tabular-nums; }
    .satisfied { color: var(--good); } .violated { color: var(--bad); font-weight: 600; }
    .vacuous, .inconclusive { color: var(--open); }
    .old { font-style: italic; }
    figure { margin: .6rem 0 1.2rem; }
    .chart { max-height: 36rem; overflow: auto; border: 1px solid var(--line); border-radius: 6px; }
    svg { display: block; font: 12px ui-monospace, monospace; }
    .chart text { fill: var(--ink); } .chart .ticket { fill: var(--soft); }
    .chart .lane { stroke: var(--line); } .chart .body { fill: var(--body); }
    .chart .hold { fill: var(--hold); } .chart .call { fill: var(--soft); }
    .chart .gap { fill: var(--fill); stroke: var(--soft); stroke-dasharray: 2 3; }
    .chart .dot { fill: var(--ink); } .chart .ring { fill: none; stroke: var(--bad);
      stroke-width: 2; }
    figure.legal .ring { stroke: var(--good); } figure.near .ring { stroke: var(--open); }
    figure > h3 { margin-top: 0; } .message { color: var(--bad); }
    .legal h3 { color: var(--good); } .near h3 { color: var(--open); }
    .illegal h3 { color: var(--bad); }
    details { margin: .3rem 0; } summary { cursor: pointer; color: var(--soft); }
    .turn { display: flex; justify-content: space-between; gap: 1rem; margin-top: 3rem;
      border-top: 1px solid var(--line); padding-top: .6rem; }
    .rules li { margin: .1rem 0; } .rules { list-style: none; padding: 0; }
    .rules small { margin-left: .4rem; }
    img { max-width: 100%; background: #fff; border-radius: 6px; }
    @media (max-width: 32rem) { body { font-size: 15px; padding: 0 .7rem 2rem; }
      table { display: block; overflow-x: auto; font-size: .85rem; overflow-wrap: normal; }
      header form { margin-left: 0; flex-basis: 100%; max-width: none; }
      h1 { font-size: 1.35rem; } }
    @media print { header form, .turn { display: none; }
      .chart { max-height: none; overflow: visible; } }

    """
}

/// The script of the first page: it shows what is looked for.
///
/// Without it the page shows everything.
enum SiteScript {
  static let text = """
    "use strict";
    const field = document.querySelector("header input[type=search]");
    const rows = [...document.querySelectorAll("[data-words]")];
    const found = document.getElementById("found");
    const show = () => {
      const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
      let count = 0;
      for (const row of rows) {
        const text = row.dataset.words.toLowerCase() + " " + row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        if (!row.hidden) count += 1;
      }
      for (const part of document.querySelectorAll("section.part")) {
        part.hidden = !part.querySelector("[data-words]:not([hidden])");
      }
      found.textContent = words.length === 0 ? "" : `${count} found`;
    };
    field.value = new URLSearchParams(location.search).get("q") ?? field.value;
    field.addEventListener("input", show);
    document.querySelector("header form").addEventListener("submit", (event) => {
      event.preventDefault();
      const first = rows.find((row) => !row.hidden);
      if (field.value && first) first.querySelector("a").click();
    });
    addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.target === field) return;
      event.preventDefault();
      field.focus();
    });
    show();

    """
}
