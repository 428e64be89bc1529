import { type ParsedRun, type Sign, sign, WHILE_OPENING } from '../parseRun.ts';

/** Messages of ffmpeg 5.1 to 7.1: opt.c, eval.c, cmdutils.c, ffmpeg_opt.c, ffmpeg_mux_init.c, ffmpeg_demux.c. */
const VALUE = new RegExp(
  [
    'Unable to parse (?:"[^"]*" )?option value',
    'Unable to parse "[^"]*" option',
    "Value \\S+ for parameter '[^']*' (?:out of|is not)",
    "The value set by option '[^']*' is not",
    'Error (?:setting|parsing|applying) option\\b',
    'Error parsing (?:AVOption|rc_override)',
    "Failed to (?:set|parse) (?:the )?value (?:'[^']*'|of|for) ",
    'Invalid value .{0,200}for (?:the )?(?:option|parameter|AVOption)',
    "Undefined constant|Missing '\\)'|Unknown function in '|Invalid chars '[^']*' at the end of expression",
    "Missing key or no key\\/value separator|Key '[^']*' not found\\.",
    'for option .{1,80} (?:out of range|is not)',
    '^Expected (?:number|int|int64|float|double) for \\S+ but found',
    '^The value for \\S+ was \\S+ which is not within',
    '^Invalid (?:loglevel|(?:duration|date|time) specification|disposition|stream specifier)',
    '(?:^|\\] )Invalid (?:frame size|aspect ratio|time ?base): ',
    '(?:^|\\] )Unknown (?:channel layout|sample format|vsync|fps_mode|video sync method)\\b.{0,5} ?\\S',
    'value smaller than -ss',
    // Options of an SRT address; a wrong passphrase has its own message.
    "failed to set option SRTO_\\w+ on socket|Query string option '[^']*' value is",
    'Error splitting the argument list: Invalid argument',
  ].join('|'),
);

const VALUES: readonly Sign[] = [
  sign('option-value', VALUE, { without: /Error reinitializing filters/ }),
  sign('option-value', /^Error parsing options for (?:in|out)put file|^Error parsing global options: Invalid argument/),
  sign('option-value', /Error applying encoder options: (?:Invalid argument|Numerical result out of range)/),
];

const FILTER = /^\[(?:AVFilterGraph|Parsed_\w+|fc#\d+|[av]f#[\d:]+|graph [^@\]]{1,60}|a?buffer|auto_\w+) @ /;
const HARDWARE = 'nvenc|vaapi|qsv|v4l2m2m|omx|videotoolbox|amf|mf|vulkan|rkmpp|d3d12va';
const MUXER =
  /^\[(?:flv|mp4|mov|webm|matroska|rtsp|rtp|dash|hls|adts|mp3|ogg|mpegts|avi|ipod|segment|tee|out#[^ ]+) @ /;
/** The reason is in an earlier line. */
const NO_ENCODER = /Error while opening encoder|Error applying encoder options|Could not open encoder/;
const NO_DEVICE = /^Device creation failed|No VA display|No device available|[Dd]evice setup failed/;
const NO_CODEC =
  /^\[(?:AVFormatContext|NULL|[A-Z]+ (?:de)?muxer|in#|out#|rtsp|rtmps?|srt|https?|hls|tcp|udp|tls|lavfi|Eval|video4linux2|mpegts|flv)/;
/** An encoder continues if it ignores a setting. */
const IGNORED = /\bignor(?:ed|ing|es)\b/i;
const isOfEncoder = (_: ParsedRun, line: string) => !NO_CODEC.test(line) && !FILTER.test(line) && !IGNORED.test(line);
const isOfFilter = (_: ParsedRun, line: string) => FILTER.test(line);
/** Filters also print measurements and conversions (showinfo, ebur128, cropdetect). */
const FAILED =
  /\b(?:[Ee]rrors?|[Ff]ail(?:ed|ure)?|[Ii]nvalid|[Cc]annot|[Cc]an't|[Cc]ould not|[Uu]nable|[Uu]nknown|[Uu]ndefined|[Mm]issing|[Mm]ismatched|[Ii]mpossible|[Uu]nsupported|[Uu]nconnected|No such|[Nn]ot (?:found|supported|available|exist|allowed|permitted)|must|out of range|do(?:es)? not|is required|too (?:big|small|large|many))\b/;
const GOES_ON =
  /deprecated|[Cc]hanging .* on the fly|[Rr]econfiguring|auto-insert|is not set|Number of|:unknown\b|\b(?:errors?|failed|invalid|missing)\s*[:=]\s*[\d.]+/;
const isFailedFilter = (_: ParsedRun, line: string) => FAILED.test(line) && !GOES_ON.test(line);

export const CONFIGURATION: readonly Sign[] = [
  sign('hardware-missing', /Unrecognized option '(?:zerocopy|vaapi_device)'/),
  sign('encoder-missing', /Unrecognized option '(?:realtime|allow_sw|require_sw)'/),
  sign(
    'option-removed',
    /Unrecognized option '(?:stimeout|vsync|async|psnr|deinterlace|sameq|map_channel)'|^Option '?stimeout'? not found/,
  ),
  sign('option-unknown', /Unrecognized option '/),
  sign('option-value', /Missing argument for option/),
  sign('input-missing', /Invalid (?:in|out)put file index/),
  sign('map-missing', /matches no streams/, {
    // An input without listed streams has none; without any list, that is unknown.
    when: ({ all }) =>
      all.some((line) => /^\s+Stream #\d+:\d/.test(line)) || !all.some((line) => /^\s+\w+:/.test(line)),
  }),
  sign('no-streams', /matches no streams/),
  sign('nothing-mapped', /does not contain any stream/),
  sign('muxing-queue', /Too many packets buffered for output/),
  sign('format-unknown', /Unknown (?:in|out)put format|Requested output format/),
  sign('format-missing', /Unable to (?:find a suitable|choose an) output format/),
  sign('file-exists', /already exists\. (?:Overwrite|Exiting)/),
  sign('generator-missing', /No such filter|No option name near '/, { phase: 'reading' }),
  sign('option-value', /Option '[^']*' not found|Error initializing filter/, { phase: 'reading' }),
  // A missing device is not a wrong value, even if a value names it.
  sign('option-value', VALUE, { phase: 'reading', without: NO_DEVICE }),
  sign('framerate', /Error parsing framerate/),
  sign('option-value', /Invalid (?:duration|date|time) specification|^Trailing option/, WHILE_OPENING),
  sign(
    'hardware-decoder-missing',
    /Cannot load lib\w*(?:cuda|cuvid)|No device available for decoder|[Dd]evice setup failed for decoder/,
    {
      beside: /_cuvid @|[Dd]ecoder|hwaccel/,
      without: /_nvenc|_vaapi @|Error while opening encoder/,
    },
  ),
  sign(
    'hardware-decoder-missing',
    /Unknown decoder '\w+_(?:cuvid|qsv|vaapi)'|Unrecognized hwaccel|hwaccel .{1,60} (?:not|un)/,
  ),
  sign(
    'hardware-missing',
    /Cannot load lib\w*(?:cuda|nvcuvid|nvidia|mfx|vpl|amf)|libOMX|libOmx|No VA display|No capable devices|Could not find a valid device|Error initializing an? (?:internal )?MFX|DLL .{1,40} failed to open|minimum required Nvidia driver|OpenEncodeSessionEx failed|No NVENC capable|Failed to initialise VAAPI|Device creation failed|vkCreateInstance|[Nn]o Vulkan/,
  ),
  sign('hardware-missing', /Unknown encoder '\w+_(?:omx)'/),
  sign(
    'encoder-missing',
    /Unknown encoder '|Automatic encoder selection failed|Encoder not found|Encoder \(codec \w+\) not found/,
  ),
  sign('decoder-missing', /Unknown decoder '|Decoder \(codec \w+\) not found|Decoder not found/),
  sign('experimental', /is experimental but|experimental codecs are not enabled|-strict (?:-2|experimental)/),
  sign(
    'codec-unknown',
    /codec \(\d+\) is not implemented|Decoding requested, but no decoder found|Unknown codec|unsupported codec|[Cc]odec .{1,60} is not implemented/,
    {
      when: (_, line) => !MUXER.test(line) || /^\[flv @/.test(line),
    },
  ),
  sign(
    'bitstream-filter',
    /is not supported by the bitstream filter|Error (?:initializing|parsing) bitstream filter|Unknown bitstream filter|^\[\w+_(?:mp4toannexb|metadata|adtstoasc|asc\w*|core) @ /,
  ),
  sign('filter-with-copy', /[Ff]iltering and streamcopy cannot be used together|but codec copy was selected/),
  sign(
    'filter-file',
    /Could not (?:read|load|open) .{0,80}(?:file|font|text)|The text file .{1,200} could not be read|Failed to open model file|^\[(?:Parsed_)?(?:movie|amovie|drawtext|subtitles|ass|lut3d)\w* @ [^\]]*\] .*(?:No such file|[Cc]ould not|[Ff]ailed to|Cannot|Unable)/,
    {
      when: isOfFilter,
    },
  ),
  sign(
    'filter-size',
    /Invalid too big or non positive size|[Pp]added dimensions cannot be smaller|[Pp]icture size \S+ is invalid/,
  ),
  sign('filter-missing', /No such filter: '[^']|No option name near '/),
  sign('channels', /Rematrix is needed/),
  sign('filter-option-removed', /Option 'o?[ci]l' not found|Error applying option 'o?[ci]l' to filter/),
  sign('filter-wrong', FILTER, {
    without: NO_ENCODER,
    when: isFailedFilter,
  }),
  sign(
    'filter-wrong',
    /Error applying option '|Error (?:initializing|parsing) .{0,80}filter|Filtergraph has an? |Cannot connect (?:audio|video) filter|connect (?:audio|video) stream to|Simple filtergraph|Error configuring filter|unconnected output|Impossible to convert between the formats/,
  ),
  sign('rtp-streams', /Only one stream supported in the RTP muxer/),
  // The MP4 demuxer prints this for a packet that ends behind the end of the file.
  sign('file-incomplete', /^\[(?:in#\d+\/)?mov,mp4\S* @ [^\]]*\] (?:Packet corrupt|corrupt input packet)/, {
    beside: /Invalid data found when processing input|Invalid NAL unit size/,
  }),
  sign('bitstream', /bitstream malformed|no startcode found|Malformed AAC|bitstream not in ADTS/, {
    without: /[Pp]acket corrupt|corrupt input/,
  }),
  sign(
    'codec-container',
    /codec \w+ not compatible with|not currently supported in container|Could not find tag for codec|no global headers|[Oo]nly .{1,100} (?:is|are|may be) (?:supported|used|allowed)|streams? (?:is|are) supported in|[Uu]nsupported codec|Exactly one|not supported (?:in|by)|incompatible with/,
    {
      when: (_, line) => MUXER.test(line),
    },
  ),
  sign(
    'pixel-format',
    /doesn't support 4:|[Ii]ncompatible pixel format|[Pp]ixel format .{0,80}(?:not supported|unsupported|invalid)|Unknown pixel format|Invalid pixel format|Unsupported pixel format/,
  ),
  sign(
    'sampling',
    /[Ss]ampl(?:e|ing) ?rate .{0,80}(?:not supported|unsupported|invalid|choose from)|[Uu]nsupported sampl(?:e|ing) ?rate|Specified sample rate|does not support sample rate/,
  ),
  sign(
    'channels',
    /[Cc]hannel (?:layout|count|number) .{0,80}(?:not supported|unsupported|invalid)|Number of channels|only supports \d+ channels?|[Uu]nsupported (?:number of )?channel|Specified channel layout|Invalid channel/,
  ),
  sign(
    'bitrate',
    /Error setting option (?:b|ab|maxrate|minrate|bufsize) |bit ?rate (?:not specified|.{0,60}(?:too (?:low|high)|not supported|unsupported|invalid|is unsupported))|[Ii]nvalid bit ?rate|for option '(?:b|b:[av]\S*|ab|maxrate\S*|bufsize\S*)'|Bitrate .{1,40} extremely low/i,
    {
      when: isOfEncoder,
    },
  ),
  sign(
    'framerate',
    /[Ii]nvalid frame ?rate|[Ff]rame ?rate .{0,60}(?:not set|invalid|not supported|unsupported)|timebase .{0,60}not supported|for option 'r(?::v\S*)?'/,
  ),
  sign(
    'encoder-setting',
    /^(?:x26[45]|svt|Svt)\S{0,20} \[error\]|^\[lib\w+ @ [^\]]*\] (?:\[error\]|Error setting|Possible|Error parsing|Unable to parse)|Error setting option \w+ to value/,
    {
      beside: NO_ENCODER,
      when: isOfEncoder,
    },
  ),
  sign('hardware-missing', new RegExp(`^\\[\\w+_(?:${HARDWARE}) @ `), { beside: NO_ENCODER }),
  sign('encoder-setting', /^\[lib\w+ @ [^\]]*\] (?!using|profile|VBV|MB rate|Qavg)/, {
    beside: NO_ENCODER,
    without: FILTER,
  }),
  sign('filter-wrong', FILTER, { when: isFailedFilter }),
  sign('filter-wrong', /Error reinitializing filters/),
  sign('option-removed', /is deprecated\. Use|has been removed|was removed/, { without: /deprecated pixel format/ }),
  sign('option-foreign', /cannot be applied to|^Option \S+ not found\.|Option '?\w+'? not found/),
  ...VALUES,
  sign('option-unknown', /Option not found/),
  sign('file-incomplete', /moov atom not found|: partial file$/),
  sign('not-media', /Unexpected Content-Type|is not multipart/),
  sign('no-keyframe', /non-existing [SP]PS|no frame!/, { beside: /unspecified size|Cannot determine format/ }),
];
