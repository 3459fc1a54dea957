/** The page's own style; light and dark as the reader has it. */
export const STYLE = `
:root { color-scheme: light dark;
  --ground: #fbfbfa; --card: #ffffff; --ink: #1d2126; --soft: #5d6672; --line: #e3e5e8;
  --service: #1f6feb; --floor: #1f6feb; --usual: #c4570a; --other: #7b8490; --bad: #c62f3d; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #101317; --card: #171b21; --ink: #e7eaee; --soft: #98a2af; --line: #2a3038;
  --service: #6ea8ff; --floor: #6ea8ff; --usual: #f0a05a; --other: #8a94a1; --bad: #ff7b86; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1040px; margin: 0 auto; padding: 40px 20px 80px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 6px; letter-spacing: -0.01em; }
h2 { font-size: 18px; margin: 48px 0 4px; }
p { margin: 4px 0 12px; color: var(--soft); max-width: 72ch; }
.facts { display: flex; flex-wrap: wrap; gap: 12px; margin: 24px 0 0; }
.fact { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 18px; min-width: 130px; }
.fact b { display: block; font-size: 24px; line-height: 1.25; font-variant-numeric: tabular-nums; }
.fact span { color: var(--soft); font-size: 13px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px; overflow-x: auto; }
.card > svg { min-width: 720px; }
.small { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); gap: 14px; }
figure { margin: 0; } figcaption { color: var(--soft); } figcaption b { color: var(--ink); }
svg { display: block; width: 100%; height: auto; }
text { fill: var(--ink); font: 13px system-ui, sans-serif; }
text.axis { fill: var(--soft); font-size: 12px; } text.middle { text-anchor: middle; } text.end { text-anchor: end; }
text.key { font-weight: 600; } text.value { font-size: 12px; font-variant-numeric: tabular-nums; }
.grid { stroke: var(--line); } .even { stroke: var(--soft); stroke-dasharray: 3 3; }
.dot.floor, .dot.service { fill: var(--service); } .dot.usual { fill: var(--usual); }
.dot.missed { fill: var(--card); stroke: var(--bad); stroke-width: 2.5; }
.target { stroke-width: 2.5; opacity: 0.45; } .target.floor { stroke: var(--floor); } .target.usual { stroke: var(--usual); }
.range { stroke-width: 5; stroke-linecap: round; opacity: 0.45; }
.range.service { stroke: var(--service); } .range.usual { stroke: var(--usual); } .range.floor, .range.against { stroke: var(--other); }
.times .dot.floor, .times .dot.against, .small .dot.floor { fill: var(--other); }
.course { fill: none; stroke-width: 2.5; } .course.service { stroke: var(--service); } .course.floor { stroke: var(--other); }
.legend { display: flex; flex-wrap: wrap; gap: 6px 20px; color: var(--soft); font-size: 13px; margin: 0 0 8px; }
.legend i { display: inline-block; width: 11px; height: 11px; margin-right: 6px; border-radius: 6px; vertical-align: -1px; }
.legend .diamond { border-radius: 0; transform: rotate(45deg) scale(0.85); } .legend .tick { width: 3px; height: 14px; border-radius: 0; opacity: 0.5; }
.legend .ring { background: none; border: 2.5px solid var(--bad); width: 7px; height: 7px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { color: var(--soft); font-weight: 500; font-size: 13px; } th, td { text-align: right; padding: 6px 10px; white-space: nowrap; }
th:nth-child(-n + 2), td:nth-child(-n + 2) { text-align: left; } td:first-child { font-weight: 600; }
tbody tr { border-top: 1px solid var(--line); } .miss { color: var(--bad); } table.verdicts { width: auto; } small { color: var(--soft); }
`;
