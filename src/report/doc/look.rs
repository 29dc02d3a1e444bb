//! How a page looks: on a wide window and on a phone, light and dark, and on paper.

/// The style of a page.
pub const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--back:#fff;--tint:#f6f8fa;--mark:#0b5cad}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.55 system-ui,'Segoe UI',Roboto,'Noto Sans','Noto Sans CJK JP','Hiragino Sans','Yu Gothic',sans-serif;overflow-wrap:anywhere}
main{max-width:54rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:.5rem 0 1rem}
h2{font-size:1.4rem;line-height:1.25;margin:2.75rem 0 .75rem;padding-top:.6rem;border-top:2px solid var(--line)}
h3{font-size:1.15rem;line-height:1.3;margin:2rem 0 .5rem}
h4{font-size:1rem;line-height:1.35;margin:1.5rem 0 .4rem}
p,ul,ol,blockquote,.wide{margin:.5rem 0 .9rem}
ul,ol{padding-left:1.5rem}
li{margin:.25rem 0}
a{color:var(--mark)}
code{font:.92em/1.4 ui-monospace,'Cascadia Mono',Menlo,Consolas,'Noto Sans Mono CJK JP',monospace;background:var(--tint);border-radius:3px;padding:.05em .3em}
blockquote{border-left:3px solid var(--line);padding:.1rem 0 .1rem .9rem;color:var(--soft)}
blockquote p{margin:.3rem 0}
.cited{color:var(--soft)}
nav{background:var(--tint);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;margin:1.25rem 0}
nav h2{font-size:1rem;margin:0 0 .4rem;padding:0;border:0}
nav ol{margin:0;columns:2 16rem;column-gap:2rem}
nav ol ol{columns:auto;font-size:.92em}
nav>ol>li{break-inside:avoid}
h1 code,h2 code,h3 code,h4 code,nav code{background:none;padding:0;font-size:inherit;font-weight:inherit}
.wide{overflow-x:auto;max-width:100%}
.wide:focus-visible{outline:2px solid var(--mark);outline-offset:2px}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;overflow-wrap:normal}
th,td{border-bottom:1px solid var(--line);padding:.35rem .7rem .35rem 0;text-align:left;vertical-align:top;min-width:3.5rem}
th{border-bottom-width:2px;font-weight:600}
.long{min-width:13rem}
.short{white-space:nowrap}
tr>:last-child{padding-right:0}
.drawing text{font:14px system-ui,sans-serif;fill:var(--ink)}
.drawing .round,.drawing .label{font-size:12px;fill:var(--soft)}
.drawing .open{fill:var(--soft);font-style:italic}
.drawing rect{fill:var(--tint);stroke:var(--line)}
.drawing path{fill:none;stroke:var(--soft);stroke-width:1.5}
@media (prefers-color-scheme:dark){
:root{--ink:#e6edf3;--soft:#9198a1;--line:#3d444d;--back:#0d1117;--tint:#151b23;--mark:#6cb6ff}
}
@media print{
:root{--ink:#000;--soft:#333;--line:#999;--back:#fff;--tint:#fff;--mark:#000}
body{font-size:10.5pt}
main{max-width:none;padding:0}
nav{display:none}
h2,h3,h4{break-after:avoid}
blockquote,tr,.drawing{break-inside:avoid}
thead{display:table-header-group}
.wide{overflow:visible}
.long,th,td{min-width:0}
table{overflow-wrap:break-word}
.drawing svg{max-width:100%;height:auto}
a{color:inherit;text-decoration:none}
@page{margin:18mm}
}";
