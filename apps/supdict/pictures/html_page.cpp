// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/html_page.hpp"

#include "pictures/text.hpp"

namespace supdict::pictures {
namespace {

constexpr const char* kStyle = R"(
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2430;--soft:#5d6878;--line:#dfe4eb;--card:#f6f8fa;
--link:#1f5fae;--good:46 125 80;--bad:217 95 20}
@media(prefers-color-scheme:dark){:root{--bg:#14181e;--fg:#e4e8ee;--soft:#9aa6b5;--line:#303845;
--card:#1c222b;--link:#83b4f2;--good:60 160 105;--bad:230 120 45}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;padding:1.2rem 1rem 4rem;max-width:72rem;background:var(--bg);color:var(--fg);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1{font-size:1.7rem;line-height:1.2;margin:.4rem 0}
h2{font-size:1.3rem;margin:2.4rem 0 .6rem;padding-top:.8rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.4rem 0 .4rem}
p{margin:.5rem 0;max-width:48rem}
a{color:var(--link)}
small,.soft,figcaption small{color:var(--soft)}
nav{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:.8rem 0}
h1,h2,h3,th,td,summary,figcaption,b{overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.7rem;margin:1rem 0}
.cards div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.6rem .8rem}
.cards b{display:block;font-size:1.25rem;line-height:1.3}
.scroll{overflow-x:auto;margin:.6rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem}
th,td{padding:.22rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left}
thead th{color:var(--soft);font-weight:600;vertical-align:bottom}
tbody th{white-space:normal;overflow-wrap:break-word;min-width:4.5rem}
table.words th,table.words td{text-align:left;white-space:normal}
.confusion td,.confusion th{text-align:center!important;white-space:nowrap;min-width:2.4rem;padding:.3rem .35rem;border:1px solid var(--line)}
.confusion .zero{color:var(--soft);opacity:.55}
.triangle td,.triangle th{text-align:center!important;min-width:0;border:0;padding:.15rem .25rem}
.triangle img{display:block;width:5rem;height:auto;margin:auto;border-radius:2px}
.triangle a{display:block}
.pixels,.atoms .a{image-rendering:pixelated}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1rem;margin:1rem 0}
.charts.many{grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr))}
figure{margin:0}
.chart{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.6rem .7rem;min-width:0}
.chart figcaption{font-weight:600;font-size:.95rem}
.chart figcaption small{font-weight:400;float:right}
.chart svg{display:block;width:100%;height:auto}
.chart.bars svg{height:5rem}
svg text{fill:var(--soft);font-size:12.5px;font-family:inherit}
.axis{stroke:var(--line);stroke-width:1;fill:none}
.line{fill:none;stroke-width:2;stroke-linejoin:round}
.band{opacity:.2}
polyline.mark{stroke:var(--soft);stroke-width:1;stroke-dasharray:3 3}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;font-size:.85rem;color:var(--soft);margin:.2rem 0 0}
.legend i{display:inline-block;width:.8rem;height:.8rem;border-radius:2px;margin-right:.35rem;vertical-align:-.08rem}
.legend i.mark{width:0;border-left:2px dashed var(--soft);border-radius:0}
details{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;padding:0 .8rem}
details[open]{padding-bottom:.8rem}
summary{cursor:pointer;padding:.45rem 0;font-weight:600}
.parts{display:grid;grid-template-columns:repeat(auto-fill,minmax(8rem,1fr));gap:.4rem;margin:.8rem 0}
.parts details{margin:0;padding:0 .6rem}
.parts details[open]{grid-column:1/-1;padding:0 .8rem .8rem}
.atoms{display:flex;flex-wrap:wrap;gap:4px;margin:.3rem 0 .8rem}
.atoms .a{display:block;width:var(--w);height:calc(var(--h) + 5px);position:relative;print-color-adjust:exact;
-webkit-print-color-adjust:exact}
.atoms .a::before{content:"";position:absolute;inset:0 0 5px;background:var(--sheet) calc(var(--x)*-1*var(--w)) calc(var(--y)*-1*var(--h))/calc(var(--n)*var(--w)) auto;border-radius:1px}
.atoms .a::after{content:"";position:absolute;left:0;bottom:0;height:3px;width:calc(var(--v)*1%);background:var(--c)}
.atoms.curves .a::before{content:none}
.curve{display:block;width:100%;height:auto;background:var(--card);border-radius:2px}
.curve polyline{fill:none;stroke:currentColor;stroke-width:1.4;stroke-linejoin:round}
.hard{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:1rem}
.hard article{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.7rem .9rem;min-width:0}
.hard h3{margin:0 0 .5rem;font-size:1rem}
.hard h3 small{font-weight:400}
.row{display:flex;flex-wrap:wrap;gap:.6rem;margin:.4rem 0}
.row figure{width:5rem;font-size:.78rem;line-height:1.25;color:var(--soft)}
.row.small{display:grid;grid-template-columns:repeat(6,minmax(0,2.8rem));gap:.45rem}
.row.small figure{width:auto;text-align:center;white-space:nowrap}
.row img{display:block;width:100%;height:auto;image-rendering:pixelated;border-radius:2px}
.row .curve,.hard .curve{background:var(--bg)}
.scores{display:grid;grid-template-columns:minmax(1.5rem,auto) 1fr auto;gap:.1rem .5rem;align-items:center;font-size:.82rem;margin:.5rem 0}
.scores span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-width:8rem}
.scores .true{color:rgb(var(--good));font-weight:600}
.scores .said{color:rgb(var(--bad));font-weight:600}
.scores .track{max-width:none;height:.55rem;border-radius:2px;background:var(--line)}
.scores .track i{display:block;height:100%;border-radius:2px;background:var(--soft)}
.scores .track.true i{background:rgb(var(--good))}
.scores .track.said i{background:rgb(var(--bad))}
.beside{display:flex;flex-wrap:wrap;gap:0 3rem}
.beside>div{min-width:0;max-width:100%}
footer{margin-top:3rem;color:var(--soft);font-size:.85rem}
@media(max-width:480px){th,td{padding:.2rem .4rem}table{font-size:.85rem}
.confusion td,.confusion th{min-width:1.4rem;padding:.25rem .05rem;font-size:.8rem}}
@media print{details{break-inside:avoid}}
)";

/// Opens the details element a link points to; without scripts the reader opens it.
constexpr const char* kScript = R"(
function reveal(){var e=location.hash&&document.getElementById(location.hash.slice(1));
if(e&&e.tagName==="DETAILS"){e.open=true;e.scrollIntoView()}}
addEventListener("hashchange",reveal);reveal();
)";

std::string cell(const char* tag, const char* scope, const std::string& text) {
  return std::string("<") + tag + scope + ">" + text + "</" + tag + ">";
}

}  // namespace

std::string html_page(const std::string& title, const std::string& introduction,
                      const std::vector<Section>& sections) {
  std::string navigation;
  std::string body;
  for (const Section& section : sections) {
    if (section.body.empty()) continue;
    const std::string name = escape(section.title);
    navigation += "<a href=\"#" + section.id + "\">" + name + "</a>\n";
    body += "<section id=\"" + section.id + "\">\n<h2>" + name + "</h2>\n" + section.body +
            "</section>\n";
  }
  return std::string("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n") +
         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n" +
         "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" "
         "href=\"data:,\">\n" +
         "<title>" + escape(title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n" +
         "<header>\n<h1>" + escape(title) + "</h1>\n" + introduction + "<nav>\n" + navigation +
         "</nav>\n</header>\n<main>\n" + body + "</main>\n<footer>Made by supdict.</footer>\n" +
         "<script>" + kScript + "</script>\n</body>\n</html>\n";
}

std::string html_table(const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows,
                       const std::string& css_class) {
  std::string out = "<div class=\"scroll\"><table" +
                    (css_class.empty() ? "" : " class=\"" + css_class + "\"") + ">\n";
  if (!head.empty()) {
    out += "<thead><tr>";
    for (const std::string& name : head) out += cell("th", " scope=\"col\"", name);
    out += "</tr></thead>\n";
  }
  out += "<tbody>\n";
  for (const std::vector<std::string>& row : rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += i == 0 ? cell("th", " scope=\"row\"", row[i]) : cell("td", "", row[i]);
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string html_details(const std::string& id, const std::string& summary, const std::string& body,
                         bool open) {
  return "<details id=\"" + id + "\"" + (open ? " open" : "") + "><summary>" + summary +
         "</summary>\n" + body + "</details>\n";
}

}  // namespace supdict::pictures
