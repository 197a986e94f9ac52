/// The script of a page: filters, keys, copying, and pictures of histories.
///
/// It makes elements and sets their text; it never makes markup of a text.
enum PageScript {
  static let text =
    #"""

    "use strict";
    (() => {
    const all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const make = (name, attributes = {}, text) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      if (text !== undefined) element.textContent = text;
      return element;
    };
    const svg = (name, attributes, text) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      if (text !== undefined) element.textContent = text;
      return element;
    };
    const findings = all("details.finding");
    const rules = all("tr.rule");

    // Filters.
    const form = document.getElementById("filter");
    const find = document.getElementById("find");
    const shown = document.getElementById("shown");
    const words = new Map();
    const has = (element, query) => {
      if (query === "") return true;
      if (!words.has(element)) words.set(element, element.textContent.toLowerCase());
      return words.get(element).includes(query);
    };
    const filter = () => {
      const query = find.value.trim().toLowerCase();
      const verdicts = new Set(all("input[name=verdict]:checked", form).map((box) => box.value));
      const changes = all("input[name=change]", form);
      const wanted = new Set(changes.filter((box) => box.checked).map((box) => box.value));
      let count = 0;
      for (const row of rules) {
        row.hidden = !verdicts.has(row.dataset.verdict) || !has(row, query);
        if (!row.hidden) count += 1;
      }
      for (const finding of findings) {
        const change = finding.dataset.change;
        const named = has(finding, query) || finding.id.toLowerCase().includes(query);
        const isUnwanted = change && changes.length > 0 && !wanted.has(change);
        finding.hidden = !named || !verdicts.has("violated") || Boolean(isUnwanted);
      }
      for (const part of all("section.cause, section.area")) {
        part.hidden = !part.querySelector("details.finding:not([hidden]), tr.rule:not([hidden])");
      }
      const open = findings.filter((finding) => !finding.hidden).length;
      shown.textContent =
        `${open} of ${findings.length} findings, ${count} of ${rules.length} rules`;
    };
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", filter);

    // Commands that can be copied; those of a finding once it is open, as there may be thousands.
    const copy = async (button, block, words) => {
      try {
        await navigator.clipboard.writeText(words);
        button.textContent = "Copied";
      } catch {
        const range = document.createRange();
        range.selectNodeContents(block.firstChild);
        const selection = getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
        button.textContent = document.execCommand("copy") ? "Copied" : "Selected";
      }
    };
    const offer = (block) => {
      if (block.parentElement.className === "copy") return;
      const words = block.textContent;
      const button = make("button", { type: "button", "aria-label": `Copy: ${words}` }, "Copy");
      button.addEventListener("click", () => copy(button, block, words));
      const line = make("div", { class: "copy" });
      block.before(line);
      line.append(block, button);
    };
    all("pre.command").filter((block) => !block.closest("details.finding")).forEach(offer);

    // Histories: one row for each lane, one column for each event, in the order of tickets. A gap
    // stands for events that are left out, and names the lanes whose code runs behind it.
    const read = (table) => [...table.rows].slice(1).map((row) => {
      const cells = [...row.cells].map((cell) => cell.textContent);
      if (row.className === "g") {
        return { gap: `${parseInt(cells[1])} left out`,
          running: all("i", row).map((lane) => lane.textContent) };
      }
      const [ticket, lane, words, changes, possible] = cells;
      const marked = row.className === "m";
      return { ticket: Number(ticket), lane, words, changes, possible, marked };
    });
    const isReturn = (event) => /^(ok$|= |rejected |unsupported$)/.test(event.words);
    const isCall = (event) => event.lane !== "harness"
      && !/^(until|open|meet|drop|made)\b/.test(event.words);
    // Clients, then callbacks, then the harness, each in the order of appearance.
    const rank = (lane) => lane === "harness" ? 2 : /^(client\d+|setup)$/.test(lane) ? 0 : 1;
    const rowHeight = 34, top = 24;
    const spans = (items, end) => {
      const found = [], calls = new Map(), bodies = new Map(), last = new Map();
      const close = (open, lane, end, kind) => {
        if (!open.has(lane)) return;
        found.push({ lane, from: open.get(lane), to: end, kind });
        open.delete(lane);
      };
      const closeAll = (end) => {
        for (const lane of [...bodies.keys()]) close(bodies, lane, end, "body");
        for (const lane of [...calls.keys()]) close(calls, lane, end, "call");
      };
      const pass = (gap) => {
        for (const lane of [...bodies.keys()]) {
          if (!gap.running.includes(lane)) close(bodies, lane, gap.x, "body");
        }
        for (const lane of gap.running) {
          if (!bodies.has(lane)) bodies.set(lane, gap.x + gap.width);
        }
        last.clear();
      };
      for (const item of items) {
        const { x, lane, words } = item;
        if (item.gap) { pass(item); continue; }
        if (words === "begin") bodies.set(lane, x);
        else if (words === "end") close(bodies, lane, x, "body");
        else if (words === "hold") {
          found.push({ lane, from: last.get(lane) ?? x, to: x, kind: "hold" });
        } else if (/^crashed /.test(words)) closeAll(x);
        else if (isReturn(item)) close(calls, lane, x, "call");
        else if (isCall(item)) calls.set(lane, x);
        last.set(lane, x);
      }
      closeAll(end);
      return found;
    };
    const draw = (finding) => {
      const table = finding.querySelector("table.events");
      if (!table || finding.querySelector(".chart")) return;
      const items = read(table);
      const events = items.filter((item) => !item.gap);
      const lanes = [...new Set(events.map((event) => event.lane))];
      lanes.sort((a, b) => rank(a) - rank(b));
      const names = Math.max(...lanes.map((lane) => lane.length)) * 7.3 + 16;
      const letters = (words) => words.length * 7.3 + 16;
      let x = names + 16;
      for (const item of items) {
        item.x = item.gap ? x - 8 : x;
        item.width = letters(item.gap ?? item.words);
        const isShort = /^(begin|end|ok)$/.test(item.words);
        x += item.gap ? item.width + 16 : isShort ? 30 : Math.max(34, item.width);
      }
      const height = top + lanes.length * rowHeight + 6;
      const y = (lane) => top + (lanes.indexOf(lane) + 0.6) * rowHeight;
      const picture = svg("svg", { width: x + 24, height, role: "group",
        "aria-label": "History in the order of tickets" });
      for (const gap of items.filter((item) => item.gap)) {
        picture.append(svg("rect", { class: "gap", x: gap.x, y: top - 6, width: gap.width,
          height: height - top }), svg("text", { x: gap.x + 8, y: 12 }, gap.gap));
      }
      for (const lane of lanes) {
        picture.append(svg("line", { class: "lane", x1: 0, x2: x + 24, y1: y(lane) + 14,
          y2: y(lane) + 14 }), svg("text", { x: 6, y: y(lane) + 4 }, lane));
      }
      const order = { body: 0, hold: 1, call: 2 };
      for (const span of spans(items, x).sort((a, b) => order[a.kind] - order[b.kind])) {
        picture.append(svg("rect", { class: span.kind, x: span.from, rx: 3,
          y: y(span.lane) - (span.kind === "call" ? 1 : 9), width: Math.max(span.to - span.from, 4),
          height: span.kind === "call" ? 2 : 18 }));
      }
      const told = make("div", { class: "told", "aria-live": "polite" },
        "Choose an event: what it changes in the model, and what would have been legal there.");
      const nodes = events.map((event, place) => {
        const node = svg("g", { class: "event", tabindex: place === 0 ? 0 : -1, role: "button",
          "data-ticket": event.ticket,
          "aria-label": `${event.ticket} ${event.lane} ${event.words}`
            + (event.marked ? ", proves it" : "") });
        const at = event.x, middle = y(event.lane);
        node.append(svg("rect", { class: "hit", x: at - 11, y: middle - 14, width: 22, height: 28,
          rx: 4 }), svg("circle", { class: "dot", cx: at, cy: middle, r: 4 }));
        if (event.marked) node.append(svg("circle", { class: "ring", cx: at, cy: middle, r: 9 }));
        if (!/^(begin|end|ok)$/.test(event.words)) {
          node.append(svg("text", { x: at - 4, y: middle - 13 }, event.words));
        }
        node.append(svg("text", { x: at - 4, y: 12 }, String(event.ticket)));
        return node;
      });
      const choose = (place, isQuiet) => {
        nodes.forEach((node, other) => {
          node.setAttribute("tabindex", other === place ? 0 : -1);
          if (other === place) node.setAttribute("aria-current", "true");
          else node.removeAttribute("aria-current");
        });
        const event = events[place];
        const lines = [make("p", {}, `${event.ticket}  ${event.lane}  ${event.words}`
          + (event.marked ? "  (proves it)" : ""))];
        lines.push(make("p", {}, event.changes ? `Changes: ${event.changes}`
          : "Changes nothing in the model."));
        if (event.possible) {
          lines.push(make("p", {}, `Legal there, among others: ${event.possible}`));
        }
        told.replaceChildren(...lines);
        if (!isQuiet) history.replaceState(null, "", `#${finding.id}/e${event.ticket}`);
      };
      nodes.forEach((node, place) => {
        node.addEventListener("click", () => { choose(place); node.focus(); });
        node.addEventListener("keydown", (key) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[key.key];
          if (step && nodes[place + step]) {
            key.preventDefault();
            choose(place + step);
            nodes[place + step].focus();
          } else if (key.key === "Enter" || key.key === " ") {
            key.preventDefault();
            choose(place);
          }
        });
        picture.append(node);
      });
      const chart = make("div", { class: "chart" });
      chart.append(picture);
      table.closest("details.history").before(chart, told);
      const plain = finding.querySelector("pre.picture");
      if (plain) plain.hidden = true;
      finding.chooseTicket = (ticket) => {
        const place = events.findIndex((event) => event.ticket === ticket);
        if (place >= 0) {
          choose(place, true);
          chart.scrollLeft = events[place].x - chart.clientWidth / 2;
        } else {
          told.textContent = `Event ${ticket} is left out here.`;
        }
        chart.scrollIntoView();
        told.scrollIntoView({ block: "nearest" });
        nodes[place]?.scrollIntoView({ block: "nearest", inline: "nearest" });
        nodes[place]?.focus({ preventScroll: true });
      };
    };
    const equip = (finding) => all("pre.command", finding).forEach(offer);
    for (const finding of findings) {
      finding.addEventListener("toggle", () => {
        if (!finding.open) return;
        equip(finding);
        draw(finding);
      });
    }
    const open = findings.filter((finding) => finding.open);
    open.forEach(equip);
    open.slice(0, 40).forEach(draw);

    // Links to a rule, a finding, an event.
    const follow = () => {
      let name;
      try { name = decodeURIComponent(location.hash.slice(1)); } catch { return; }
      const parts = name.match(/^(.*)\/e(\d+)$/);
      const target = document.getElementById(parts ? parts[1] : name);
      const finding = target?.closest("details.finding");
      if (finding) {
        finding.open = true;
        draw(finding);
        finding.scrollIntoView();
        if (parts) finding.chooseTicket?.(Number(parts[2]));
      } else {
        const details = target?.querySelector("details");
        if (target?.matches("tr") && details) details.open = true;
        target?.scrollIntoView();
      }
    };
    // The form lies over the top of the window, where links and keys would lead to.
    const root = document.documentElement;
    const leaveRoom = () => {
      const isOver = getComputedStyle(form).position === "sticky";
      root.style.scrollPaddingTop = isOver ? `${form.offsetHeight + 8}px` : "";
    };
    new ResizeObserver(leaveRoom).observe(form);
    addEventListener("hashchange", follow);

    // Keys.
    const keys = document.getElementById("keys");
    document.getElementById("help").addEventListener("click", () => keys.showModal());
    const stops = () => all("details.finding > summary, tr.rule summary")
      .filter((summary) => !summary.closest("[hidden]"));
    const move = (step) => {
      const places = stops();
      const here = places.indexOf(document.activeElement?.closest("summary")
        ?? document.activeElement?.closest("details.finding")?.firstElementChild);
      const next = places[Math.min(Math.max(here + step, 0), places.length - 1)];
      next?.focus();
      next?.scrollIntoView({ block: "nearest" });
    };
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
      const isTyping = event.target.matches?.("input[type=search]");
      if (event.key === "Escape" && isTyping) return find.blur();
      if (isTyping) return;
      const action = { j: () => move(1), k: () => move(-1), "/": () => find.focus(),
        "?": () => keys.showModal() }[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
    addEventListener("beforeprint", () => { for (const finding of findings) finding.open = true; });
    filter();
    leaveRoom();
    follow();
    root.classList.add("ready");
    })();

    """#
}
