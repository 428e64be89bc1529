import { type Sign, sign } from './sign.ts';

/**
 * A line that names a value, and mostly its option, in all words of ffmpeg 5.1 to 7.1: of libavutil (opt.c, eval.c), then
 * of the arguments themselves (cmdutils.c, ffmpeg_opt.c, ffmpeg_mux_init.c, ffmpeg_demux.c).
 */
export const VALUE = new RegExp(
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
    // Of the address of SRT; a wrong passphrase has words of its own.
    "failed to set option SRTO_\\w+ on socket|Query string option '[^']*' value is",
    'Error splitting the argument list: Invalid argument',
  ].join('|'),
);

/** Of whatever filters, encoders and formats have no words of their own for. */
export const VALUES: readonly Sign[] = [
  sign('option-value', VALUE, { without: /Error reinitializing filters/ }),
  // The line does not name the option.
  sign('option-value', /^Error parsing options for (?:in|out)put file|^Error parsing global options: Invalid argument/),
  sign('option-value', /Error applying encoder options: (?:Invalid argument|Numerical result out of range)/),
];
