import { Config } from '../../../../src/api/answers/config.ts';
import { coreAddressOf } from '../../../../src/app/browser/coreAddress.ts';
import { portFieldHost, portInput } from '../../../../src/catalog/form/fieldValues.ts';
import { parseFigure } from '../../../../src/catalog/form/parseFigure.ts';
import { joinStreamKey } from '../../../../src/catalog/services/helpers/joinStreamKey.ts';
import { parseTemplate } from '../../../../src/features/setup/website/checkTemplateFile.ts';
import { changedStyles, previewMarkup } from '../../../../src/features/setup/website/websitePreview/previewMarkup.ts';
import { inSentence, sanitizeDisplayText } from '../../../../src/i18n/sanitizeDisplayText.ts';
import {
  classOf,
  isAddress,
  isReadable,
  schemeOf,
  withCredentials,
} from '../../../../src/media/address/addressProtocol.ts';
import { addressesOf, networkOf } from '../../../../src/media/address/channelAddresses.ts';
import { PUSH_TYPES, pushAddress, pushInput } from '../../../../src/media/address/pushAddress.ts';
import { compatibilityOf } from '../../../../src/media/coreInfo/compatibility.ts';
import { coreLinesOf } from '../../../../src/media/diagnosis/coreLog.ts';
import { diagnoseRun, probeFailureOf } from '../../../../src/media/diagnosis/diagnoseRun.ts';
import { parseEdgeAddresses } from '../../../../src/media/edge/parseEdgeAddresses.ts';
import { anonymisedReport } from '../../../../src/media/masking/anonymisedReport.ts';
import { hideIn, MARK, maskText } from '../../../../src/media/masking/mask.ts';
import { maskOfRun } from '../../../../src/media/masking/maskProcessSecrets.ts';
import { viewerLanguageOf } from '../../../../src/viewer/browser/viewerLanguage.ts';
import { safeLink } from '../../../../src/viewer/markup.ts';
import { startOf } from '../../../../src/viewer/player/startParameters.ts';
import { hexOf, parseCssColor } from '../../../../src/viewer/website/parseCssColor.ts';
import { sanitizeLegalText } from '../../../../src/viewer/website/sanitizeLegalText.ts';
import { colorOf } from '../../../../src/viewer/website/settings.ts';
import { TemplateError } from '../../../../src/viewer/website/storedTemplate.ts';
import { renderTemplate } from '../../../../src/viewer/website/template.ts';
import { runTime, widgetFigures } from '../../../../src/viewer/website/widgetFigures.ts';
import { type Json, json, record, text } from '../kinds.ts';
import { must, mustEqual } from '../must.ts';
import { target } from '../target.ts';
import { CHANNEL, coreConfig, skills } from './exampleCore.ts';

const LINE = 64 * 1024;
const ADDRESS = [
  'rtmp://',
  'rtmps://',
  'srt://',
  'https://',
  'user:',
  'pass@',
  '@',
  '/live/',
  'key',
  '?',
  'streamid=',
  'token=',
  'host',
  ':1935',
  '&',
  'passphrase=',
];
const line = text({
  words: [
    ...[...ADDRESS, 'Bearer ', 'eyJhbGciOi.eyJ1c2Vm.kSHWvVa', "'", '"', ' ', '-passphrase ', '***', 'password: '],
    ...['-metadata title=', '-user_agent ', 'movie=rtsp\\://u\\:p@', 'Server error: ', 'live_1234567890_aBcDeF'],
  ],
});

const masked = target({
  name: 'media: masks of secrets',
  reads: [
    'src/media/masking/mask.ts',
    'src/media/masking/maskedText.ts',
    'src/media/masking/maskAddress.ts',
    'src/media/masking/maskNamedSecrets.ts',
    'src/media/masking/maskOption.ts',
    'src/media/masking/maskProcessSecrets.ts',
    'src/media/masking/anonymisedReport.ts',
    'src/media/diagnosis/diagnoseRun.ts',
  ],
  kind: record<{ logged: string; secret: string }>({ logged: line, secret: text({ most: 40 }) }),
  examples: [
    { logged: "Output #0, flv, to 'rtmp://a.rtmp.youtube.com/live2/abcd-1234':", secret: 'abcd-1234' },
    { logged: 'rtsp://user:p@ss@10.0.0.1:554/x: 401 Unauthorized', secret: 'p@ss' },
    { logged: 'srt://host:6000?mode=caller&streamid=x,mode:publish,token:t&passphrase=secret12', secret: 'secret12' },
  ],
  bounds: { growTo: LINE },
  run({ logged, secret }) {
    const shown = maskText(logged);
    // Masking again can hide more, but must not reveal anything.
    for (const part of maskText(shown).split(MARK)) must(shown.includes(part), () => `${part} comes back`);
    const bare = secret.trim().replace(/^\/+/, '');
    if (bare.length >= 4 && !bare.includes('*')) must(!hideIn(logged, [secret]).includes(bare), 'a known secret shows');
    const uploaded = `https://upload.example/x/${encodeURIComponent(bare.replace(/[\uD800-\uDFFF]/gu, ''))}`;
    must(!maskOfRun([logged, uploaded])(uploaded).includes('/x/'), 'the path of an upload shows');
    const { lines } = probeFailureOf([logged]);
    const report = anonymisedReport({ about: ABOUT, skillsVersion: '5', config: null, process: null, log: [logged] });
    return [shown, lines, JSON.stringify(report).length];
  },
  findings: [
    {
      input: { logged: `srt://host:6000${'?mode=c'.repeat(9000)}`, secret: '' },
      why: 'each value in the one before: the stack ended',
    },
  ],
});
const ABOUT = {
  app: 'x',
  auths: [],
  name: 'n',
  id: 'i',
  created_at: '',
  uptime_seconds: 0,
  extensions: [],
  version: { number: '16', arch: '' },
};

const SAYS = [
  ...[
    '[tcp @ 0x5] ',
    '[error] ',
    'Connection to tcp://',
    'Failed to resolve hostname ',
    ' failed: ',
    'Connection refused',
  ],
  ...[
    'Input #0, hls, from ',
    'Output #0, flv, to ',
    'Server error: ',
    'HTTP error 4',
    "Opening '",
    'Stream map ',
    'frame=',
  ],
  ...[
    'av_interleaved_write_frame(): ',
    'Error opening output ',
    'Error opening input file ',
    '    Last message repeated ',
  ],
  ...[
    'video:1kB audio:',
    'Non-monotonous DTS',
    'speed=',
    ' times',
    'component="RTMP" msg="',
    'ts=2026-11-22T00:00:00Z ',
  ],
];
const logText = text({ words: [...ADDRESS, ...SAYS, '\n'] });

const logs = target({
  name: 'media: logs of strangers',
  reads: [
    'src/media/diagnosis/diagnoseRun.ts',
    'src/media/diagnosis/parseRun.ts',
    'src/media/diagnosis/warnings.ts',
    'src/media/diagnosis/coreLog.ts',
  ],
  kind: record<{ log: string; core: string; address: string }>({ log: logText, core: logText, address: line }),
  examples: [
    {
      log: '[tcp @ 0x5] Failed to resolve hostname ss: Name or service not known\nrtsp://a:p@ss@cam/x: Input/output error',
      core: 'ts=2026-11-22T00:20:06Z level=INFO component="RTMP" msg="invalid app" path="/live/x"',
      address: 'rtsp://a:p@ss@cam/x',
    },
    {
      log: "Input #0, hls, from 'x':\nOutput #0, flv, to 'y':\n    Last message repeated 9 times",
      core: '',
      address: '',
    },
  ],
  bounds: { growTo: LINE },
  run({ log, core, address }) {
    const lines = log.split('\n');
    const inputs = [address];
    const found = diagnoseRun(
      { lines, seconds: null, exec: 'failed', inputs, core: core.split('\n') },
      'target',
      'channel',
    );
    must(found.at < lines.length, 'a line that there is not');
    must(
      found.warnings.every(({ count }) => count >= 1),
      'a warning that never came',
    );
    const hits = coreLinesOf(core.split('\n'), { id: address, names: [address], from: 0, to: 1e10 });
    return [found.cause, found.lines, found.warnings, hits.length, diagnoseRun({ lines, seconds: 1 }, 'source').cause];
  },
  findings: [
    {
      input: {
        log: `Input #0, hls, from 'x':\nOutput #0, flv, to 'y':${'\n    Last me'.repeat(5462)}`,
        core: '',
        address: '',
      },
      why: 'lines that name no cause were looked for among all of them, one by one',
    },
  ],
});

const addresses = target({
  name: 'media: addresses',
  reads: [
    'src/media/address/addressProtocol.ts',
    'src/media/address/channelAddresses.ts',
    'src/app/browser/coreAddress.ts',
    'src/catalog/services/helpers/joinStreamKey.ts',
    'src/media/coreInfo/compatibility.ts',
  ],
  kind: record<{ address: string; other: string; part: Json }>({
    address: text({ words: ADDRESS }),
    other: text({ words: [...ADDRESS, 'javascript:', 'file:///', '16.14.0', '5.1.9-0+deb12u1'] }),
    part: json,
  }),
  examples: [
    {
      address: 'rtmp://host:1935/live',
      other: 'key',
      part: { address: ':1935', app: '/live', token: 't', enable: true },
    },
    {
      address: 'rtsp://u:p@10.0.0.1/x',
      other: 'http://core.example',
      part: { enable_tls: true, address_tls: ':1936', enable: true },
    },
  ],
  // An address is listed for each server, in parts and as a whole.
  bounds: { output: 48 },
  run({ address, other, part }) {
    const kinds = [schemeOf(address), classOf(address), isAddress(address), isReadable(address, skills)];
    const changed = withCredentials(address, other, other);
    const isPlain = /^[a-z]+:\/\/[a-z0-9.]+(?:\/[a-z0-9/]*)?$/i.test(address.trim());
    must(!isPlain || classOf(changed) === classOf(address), 'with a user it is of another class');
    const joined = joinStreamKey(address, other);
    must(joined.playpath === '' || other.trim().replace(/^\/+/, '') === joined.playpath, 'another key');
    const page = new URL(`http://page.example/ui/?address=${encodeURIComponent(other.replace(/\p{Surrogate}/gu, ''))}`);
    const { address: core, foreign } = coreAddressOf(page);
    must(/^https?:\/\//.test(core) && URL.canParse(core), () => `${core} is a core`);
    must(foreign || new URL(core).origin === page.origin, () => `${core} is taken for our own`);
    const config = Config.safeParse({ ...coreConfig, rtmp: part, srt: part });
    const network = networkOf({ config: config.success ? config.data : coreConfig, page, channel: CHANNEL });
    const compatible = compatibilityOf({ core: other, transcoder: address });
    return [
      kinds,
      changed,
      joined,
      addressesOf(network),
      ...PUSH_TYPES.flatMap((type) => [
        pushInput(network, { type, name: other }),
        JSON.stringify(pushAddress(network, { type, name: other })),
      ]),
      compatible,
      portFieldHost(other),
      portInput(other),
    ];
  },
  findings: [
    {
      input: { address: `rtmp://x${'/'.repeat(200_000)}x`, other: `http://x${'/'.repeat(200_000)}x:`, part: null },
      why: 'slashes before something else were counted from each of them: a link froze the page',
    },
    { input: { address: 'a/rtsp://x', other: 'u', part: null }, why: 'with a user nothing was left of the address' },
    { input: { address: 'rtsp://x', other: '\ud800', part: { token: '\ud800' } }, why: 'half a sign threw' },
  ],
});

const NO_COLORS = { seekbar: '#ffffff', buttons: '#ffffff' };

const viewers = target({
  name: 'viewer: query, figures, language and links',
  reads: [
    'src/viewer/player/startParameters.ts',
    'src/viewer/website/widgetFigures.ts',
    'src/viewer/browser/viewerLanguage.ts',
    'src/viewer/markup.ts',
  ],
  kind: record<{ query: string; figures: Json; tag: string; link: string }>({
    query: text({ words: ['autoplay=', 'mute=', 'stats=', 'color=', 'ff0000', '1', 'true', '&', '?', '+', '%'] }),
    figures: json,
    tag: text({ words: ['de', '-', 'en', 'constructor', 'toString', '__proto__'], most: 100 }),
    link: text({ words: ['javascript:', 'http://', '//', '\\', 'data:', '\t', '\n', 'https:'] }),
  }),
  examples: [
    {
      query: '?autoplay=1&mute=0',
      figures: { current_sessions: 1, total_sessions: 2, uptime: 3 },
      tag: 'de-CH',
      link: 'https://a.example/x?y#z',
    },
    { query: '', figures: null, tag: '', link: 'channels/x.png' },
  ],
  run({ query, figures, tag, link }) {
    const start = startOf(query, { autoplay: true, mute: false, statistics: false, color: NO_COLORS });
    must(
      [start.autoplay, start.mute, start.statistics].every((flag) => typeof flag === 'boolean'),
      'neither on nor off',
    );
    must(/^#[0-9a-f]{6}$/.test(start.color.buttons), () => `${start.color.buttons} is a color`);
    const found = widgetFigures(figures);
    const time = found === null ? '' : runTime(found.uptime);
    must(!time.includes('NaN') && !time.includes('undefined'), () => time);
    const { language, say } = viewerLanguageOf({ de: { Play: 'Wiedergabe' } }, [tag]);
    must(['de', 'en'].includes(language) && say('Play') !== '', () => `the language is ${language}`);
    const safe = safeLink(link);
    must(
      safe === '' || ['http:', 'https:'].includes(new URL(safe, 'http://page.invalid/').protocol),
      () => `${safe} is a link`,
    );
    must(safeLink(safe) === safe, () => `${safe} is another link`);
    return [start, found, time, language, safe];
  },
  findings: [
    {
      input: {
        query: '',
        figures: JSON.parse('{"current_sessions":0,"total_sessions":0,"uptime":1e999}'),
        tag: '',
        link: '',
      },
      why: 'a number beyond all numbers was shown as Infinity:NaN:NaN:NaN',
    },
  ],
});

const PLACES = {
  root: 'https://core.example',
  viewer: 'https://core.example/ui/viewer/',
  files: ['playersite/player.js'],
};

const websites = target({
  name: 'viewer: templates and colors of the website',
  reads: [
    'src/features/setup/website/checkTemplateFile.ts',
    'src/features/setup/website/websitePreview/previewMarkup.ts',
    'src/viewer/website/template.ts',
    'src/viewer/website/parseCssColor.ts',
  ],
  kind: record<{ template: string; color: string }>({
    template: text({
      words: [
        ...['{{x}}', '{{{x}}}', '{{#if x}}', '{{else}}', '{{/if}}', '{{#ifEquals x y}}', '{{/ifEquals}}', '{{> p}}'],
        ...['{{#with x}}', '{{/with}}', '{{!--', '--}}', '{{', '}}', '{{lookup x ', '\\{{', '{{~', '~}}', '{{&'],
        ...['<style>', '</style>', '<style ', '<head>', '<head ', '"playersite/player.js"', '\n', '\0'],
      ],
      most: 1500,
    }),
    color: text({ words: ['rgba(', 'hsl(', ')', ',', '%', 'deg', '#', 'ff', '0', '.5', '-', 'white'], most: 60 }),
  }),
  examples: [
    { template: '<html><head><style>a{}</style></head>\n{{#if x}}{{x}}{{/if}}</html>', color: 'rgba(1, 2, 3, .5)' },
    { template: '<p>\n{{#ifEquals x y}}a{{else}}b{{/ifEquals}}{{nothing "x"}}', color: 'hsl(120deg, 50%, 50%)' },
  ],
  bounds: { growTo: 8 * 1024, baseMs: 500, msPerKb: 200, output: 40, outputBase: 40_000 },
  run({ template, color }) {
    const parsed = parseTemplate(new TextEncoder().encode(template));
    const hex = colorOf(color);
    const css = hex === null ? null : parseCssColor(hex);
    const shares = css === null ? [] : [...css.rgb, css.alpha];
    must(
      shares.every((share) => share >= 0 && share <= 1),
      () => `${hex} is ${shares}`,
    );
    must(css === null || /^#[0-9a-f]{6}$/.test(hexOf(css.rgb)), () => `${hex} has no digits`);
    if (parsed === null) return shares;
    const shown = previewMarkup(parsed, PLACES);
    mustEqual(changedStyles(shown, shown)?.length, changedStyles(parsed, parsed)?.length, 'a style more or less');
    try {
      return [shares, renderTemplate(parsed, { x: 'x', y: 1 }), shown.length];
    } catch (error) {
      must(error instanceof TemplateError, () => `another error: ${error}`);
      const line = error instanceof TemplateError ? error.line : null;
      must(line === null || (line >= 1 && line <= parsed.split(/\r\n?|\n/).length), () => `no line ${line}`);
      return [shares, line];
    }
  },
  findings: [
    {
      input: { template: '', color: `hsl(12${'5'.repeat(2048)}deg, 50%, 0%)` },
      why: 'an infinite hue has no digits',
    },
  ],
});

const edges = target({
  name: 'media: addresses of edges',
  reads: ['src/media/edge/parseEdgeAddresses.ts'],
  kind: text({
    words: ['https://', 'http://', 'edge.example', ':8443', '/live', '/s/', ' ', '@', '?', '#', '..', '[::1]'],
  }),
  examples: ['https://edge.example', 'http://10.0.0.2:8080/live https://two.example/', 'ftp://edge.example'],
  bounds: { growTo: LINE },
  run(input) {
    const found = parseEdgeAddresses(input);
    for (const address of found ?? []) {
      must(/^https?:\/\/[^\s/@?#"'<>;]+(\/[\w./~-]*)?$/.test(address), () => `${address} is no address of the web`);
      mustEqual(parseEdgeAddresses(address), [address], 'an address that is read again');
    }
    return found?.length ?? null;
  },
  findings: [
    {
      input: `https://${'edge.example'.repeat(1365)}`,
      why: 'the name of a host took the square of its length',
    },
  ],
});

const NAME_LENGTH = 200;

const names = target({
  name: 'media: names as they are shown',
  reads: ['src/i18n/sanitizeDisplayText.ts'],
  kind: text({
    words: ['Studio A', 'שלום', '\u202e', '\u2067', '\u2028', '\u0007', '\u0301', '\ud83d\ude00', '\ud83d', ' '],
  }),
  examples: ['Studio A', 'a\u202eb\u2028c', `e${'\u0301'.repeat(9)}`, '\ud83d\ude00'.repeat(120)],
  bounds: { growTo: LINE },
  run(input) {
    const shown = sanitizeDisplayText(input);
    must(shown.length <= NAME_LENGTH + ' …'.length, () => `${shown.length} characters of a name`);
    must(!/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(shown), 'a name that turns or breaks its line');
    const sentence = inSentence(input);
    must(/^\u2068?[^\u2066-\u2069]*\u2069?$/.test(sentence), 'a direction that does not end');
    must(sentence.startsWith('\u2068') === sentence.endsWith('\u2069'), 'a direction that is opened or closed alone');
    return [shown, sentence.length];
  },
  findings: [],
});

const figures = target({
  name: 'catalog: numbers as people write them',
  reads: ['src/catalog/form/parseFigure.ts'],
  kind: text({
    words: ['4 Mbit/s', '4000k', '29,97', '1.234.567', '30000/1001', '1280 × 720', '\u202f', '-', '.', ','],
  }),
  examples: ['4 Mbit/s', '6\u202f000', '29,97', '30000/1001'],
  bounds: { growTo: LINE },
  run(input) {
    const bitrate = parseFigure(input, { min: 1, max: 100_000 }, 'kbit/s');
    must(bitrate === null || (/^\d+$/.test(bitrate) && Number(bitrate) <= 100_000), () => `${bitrate} is no bitrate`);
    const rate = parseFigure(input, { min: 0.1, max: 240, step: 0.001, also: 'fraction' }, 'fps');
    must(rate === null || /^[\d.]+(\/\d+)?$/.test(rate), () => `${rate} is no frame rate`);
    if (bitrate !== null) mustEqual(parseFigure(bitrate, { min: 1, max: 100_000 }, 'kbit/s'), bitrate, 'read again');
    return [bitrate, rate];
  },
  findings: [{ input: '3.0', why: 'stored as it is, though whole numbers have no point' }],
});

/** Imprint and terms, which can come from third parties. viewerPages.ts covers the resulting pages. */
const legalTexts = target({
  name: 'viewer: imprint and terms as text',
  reads: ['src/viewer/website/sanitizeLegalText.ts'],
  kind: text({
    words: [
      ...[
        '# ',
        '- ',
        '**',
        '*',
        '[a](',
        '](',
        ')',
        '\n',
        '\n\n',
        'https://a.example/?b&c',
        ' a@b.c',
        '&#106;',
        '<br>\n',
      ],
      ...[
        '<a href="',
        '">',
        '</a>',
        '<p>',
        '</p>',
        '<li>',
        '</div>',
        '<td>',
        '-->',
        '<script>',
        '</script',
        '<a',
        '# a\n',
      ],
    ],
  }),
  examples: [
    '# Imprint\nAda **Road** 1\n\n- [us](https://a.example)',
    '<h2>Imprint</h2>\n<p>Ada &amp; <a href="x">us</a></p>',
  ],
  run(input) {
    const { markup } = sanitizeLegalText(input, 2);
    must(
      !/<(?!\/?[a-z])|<[^>]*\s(?!href=|rel=|noopener|noreferrer)[a-z]+=/.test(markup.replace(/"[^"]*"/g, '""')),
      'odd markup',
    );
    return markup;
  },
  findings: [
    { input: '['.repeat(40_000), why: 'each bracket searched the whole rest for its end' },
    { input: '<div>'.repeat(8_000), why: 'each name was looked for among all open ones' },
    { input: `<${'a'.repeat(60_000)}`, why: 'each beginning of a name was taken for a name' },
    { input: '# a\n'.repeat(10_000), why: 'each heading copied all that follows, and called itself' },
    { input: `# ${' '.repeat(60_000)}\u2028`, why: 'each number of blanks was tried' },
    {
      input: `${'x'.repeat(40_000)}<br>${'\n'.repeat(40_000)}`,
      why: 'each empty line read the line before them again',
    },
  ],
});

export const interfaceParsers = [masked, logs, addresses, viewers, websites, edges, names, figures, legalTexts];
