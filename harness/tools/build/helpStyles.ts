/** The pages of the help in the colors and letters of the interface. */
export const HELP_LOOK = `
*{box-sizing:border-box}
html{scroll-padding-top:80px}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.6 var(--font)}
header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;align-items:center;gap:8px 24px;min-height:56px;padding:8px 24px;background:var(--page);border-bottom:1px solid var(--line)}
header>a{font-weight:650;color:var(--text);text-decoration:none}
header>a::before{content:"← "}
search{position:relative;flex:1;max-width:420px;min-width:200px}
input{width:100%;height:40px;padding:0 12px;border:1px solid var(--edge);border-radius:var(--radius);background:var(--surface);color:var(--text);font:inherit}
output{position:absolute;inset:44px 0 auto;display:grid;padding:8px;border:1px solid var(--line);border-radius:var(--radius);background:var(--raised)}
output:empty{display:none}
output a{padding:8px;border-radius:4px;color:var(--text);text-decoration:none}
output a:hover,output a:focus{background:var(--surface)}
.page{display:grid;gap:24px;max-width:1040px;margin:0 auto;padding:24px}
nav{display:flex;flex-wrap:wrap;gap:4px;align-content:start}
nav a{padding:6px 12px;border-radius:var(--radius);color:var(--dim);font-weight:550;text-decoration:none}
nav a[aria-current]{background:var(--surface);color:var(--text)}
nav a:hover{color:var(--text)}
main{max-width:68ch;min-width:0}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
h1{margin:0 0 16px;font-size:24px;line-height:1.2}
h2{margin:32px 0 8px;font-size:18px;line-height:1.3}
h2:target{box-shadow:-12px 0 0 var(--page),-15px 0 0 var(--accent)}
code{padding:0 4px;border-radius:4px;background:var(--raised);overflow-wrap:anywhere}
@media (min-width:800px){.page{grid-template-columns:220px 1fr}nav{flex-direction:column;flex-wrap:nowrap;position:sticky;top:80px;align-self:start}}
`;
