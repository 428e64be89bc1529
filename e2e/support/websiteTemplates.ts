export const templateSaying = (text: string) =>
  `<!doctype html><title>${text}</title><style>h1 { color: {{textcolor_title}}; }</style><h1>${text}</h1><p>{{channel_name}}</p>`;

/** Uses all documented variables, helpers and player files of older releases. */
export const OLD_TEMPLATE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{channel_name}} | {{title}}</title>
<meta name="author" content="{{channel_creator_name}}"><meta property="og:image" content="{{url}}/{{channel_poster}}">
<link rel="stylesheet" href="player/videojs/dist/video-js.min.css">
<link rel="stylesheet" href="player/videojs/dist/video-js-skin.min.css">
<link rel="stylesheet" href="player/videojs/dist/videojs-overlay.min.css">
<link rel="stylesheet" href="player/videojs/dist/videojs-license.min.css">
<style>body { background: {{bgcolor_default}} url({{bgimage_url}}); color: {{textcolor_default}}; }
header { background: {{bgcolor_header}}; } h1 { color: {{textcolor_title}}; } a { color: {{textcolor_link}}; }
a:hover { color: {{textcolor_link_hover}}; } .on { background: {{bgcolor_selected}}; } .off { background: {{bgcolor_unselected}}; }
hr { color: {{hrcolor}}; }</style>
<script src="channels/{{channel_id}}/config.js"></script>
<script src="player/videojs/dist/video.min.js"></script>
<script src="player/videojs/dist/videojs-overlay.min.js"></script>
<script src="player/videojs/dist/videojs-license.min.js"></script>
{{{inject1}}}</head>
<body><header>{{title}}</header>
<video id="player" class="vjs-public video-js" controls playsinline width="{{channel_width}}" height="{{channel_height}}"></video>
<h1>{{channel_name}}</h1><div>{{{channel_description_html}}}</div>
{{#ifnoteq channel_creator_name ""}}<p>By {{channel_creator_name}}: {{{channel_creator_description_html}}}</p>{{/ifnoteq}}
{{#ifnoteq channel_license "none"}}<p>{{channel_license}}</p>{{/ifnoteq}}
{{{inject2}}}<ul>{{#each channels}}<li class="{{#ifEquals channelid @root.channel_id}}on{{else}}off{{/ifEquals}}">
<a href="playersite_{{channelid}}.html"><img src="{{thumbnail}}" alt="">{{name}}</a></li>{{/each}}</ul>{{{inject3}}}
{{#if share}}<p>Share</p>{{/if}}{{#if support}}<p>Support</p>{{/if}}
{{#if imprint_html}}<div id="imprint">{{{imprint_html}}}</div>{{/if}}{{#if terms_html}}<div id="terms">{{{terms_html}}}</div>{{/if}}
<script>var autoplay = true; var mute = true; var statistics = false; var color = '#37c871';
var chromecast = '{{chromecast}}' === 'true'; var airplay = '{{airplay}}' === 'true';</script>
<script src="playersite/player.js"></script>{{{inject4}}}</body></html>
`;
