import { expect, it } from 'vitest';
import { type Group, group, list } from './case.ts';
import processes from './fixtures/process-vectors.json' with { type: 'json' };
import { intendedDifferences } from './intendedDifferences.ts';
import { judgeVectors } from './judgeVectors.ts';

// Writes every form of a playlist of release 1.14, to check the intended differences in all of them.

type Form = {
  storage: 'memfs' | 'diskfs';
  version: 3 | 6 | 7;
  master: boolean;
  feeds: { rtmp: boolean; srt: boolean };
  listSize: number;
  lhls: boolean;
  lowDelay: boolean;
};

const [tee] = list(processes.vectors).filter(({ id }) => id === 'proc-11');
const channel = String(tee?.channelid);
const SECONDS = 2;

const flagsOf = ({ version }: Form) =>
  [
    'append_list',
    'delete_segments',
    'program_date_time',
    ...(version > 3 ? ['independent_segments'] : []),
    'temp_file',
  ].join('+');

const only = (isIncluded: boolean, ...pairs: [string, string][]) => (isIncluded ? pairs : []);

function muxing(form: Form, placeholder: string): [string, string][] {
  const { storage, version, master, listSize, lhls } = form;
  const name = master ? '_{outputid}' : '';
  const files = storage === 'memfs' ? `${channel}${name}_%04d` : `${channel}${master ? '/{outputid}' : ''}/%Y%m%d/%s`;
  const hls: [string, string][] = [
    ['f', 'hls'],
    ['start_number', '0'],
    ['hls_time', `${SECONDS}`],
    ['hls_list_size', `${listSize}`],
    ['hls_flags', flagsOf(form)],
    ['hls_delete_threshold', '4'],
    ...only(
      version === 7,
      ['hls_segment_type', 'fmp4'],
      ['hls_fmp4_init_filename', `${channel}.mp4`],
      ['hls_fmp4_init_resend', '1'],
    ),
    ['hls_segment_filename', `${placeholder}/${files}.${version === 7 ? 'mp4' : 'ts'}`],
  ];
  const dash: [string, string][] = [
    ['f', 'dash'],
    ['strict', 'experimental'],
    ['hls_playlist', '1'],
    ['init_seg_name', `init-${channel}.$ext$`],
    ['media_seg_name', `chunk-${channel}-$Number%05d$.$ext$`],
    ['master_m3u8_publish_rate', '1'],
    ['adaptation_sets', 'id=0,streams=v id=1,streams=a'],
    ['lhls', '1'],
    ['streaming', '1'],
    ['seg_duration', `${SECONDS}`],
    ['frag_duration', '0.5'],
    ['use_template', '1'],
    ['remove_at_exit', '0'],
    ['window_size', `${listSize}`],
    ['http_persistent', '0'],
  ];
  return [
    ...(lhls ? dash : hls),
    ...only(storage === 'diskfs', ['strftime', '1'], ['strftime_mkdir', '1']),
    ...only(master, ['master_pl_name', `${channel}.m3u8`], ['master_pl_publish_rate', `${SECONDS}`]),
    ...only(storage === 'memfs', ['method', 'PUT']),
  ];
}

function outputOf(form: Form, coded: string[]): Group {
  const { storage, version, master, feeds, lhls, lowDelay, listSize } = form;
  const address = `{${storage}}/${channel}${master ? '_{outputid}' : ''}.m3u8`;
  const sent = [
    ...(feeds.rtmp ? [`[f=flv]{rtmp,name=${channel}.stream}`] : []),
    ...(feeds.srt ? [`[f=mpegts]{srt,name=${channel},mode=publish}`] : []),
  ];
  // The audio is AAC, copied.
  const filtered = version === 7 && !lhls;
  const inList = [
    ...(filtered ? ['bsfs/a=aac_adtstoasc'] : []),
    ...muxing(form, `{${storage}^:}`).map((p) => p.join('=')),
  ];
  const single = [
    ...(lowDelay ? ['-flags', '+low_delay'] : []),
    ...(filtered ? ['-bsf:a', 'aac_adtstoasc'] : []),
    ...muxing(form, `{${storage}}`).flatMap(([name, value]) => [`-${name}`, value]),
  ];
  const together = [
    '-flags',
    `+${lowDelay ? 'low_delay+' : ''}global_header`,
    ...['-tag:v', '7', '-tag:a', '10', '-f', 'tee'],
  ];
  const age = SECONDS * (listSize + 6);
  const rule = (file: string, more: Group = {}) => ({ pattern: `${storage}:/${file}`, purge_on_delete: true, ...more });
  const folder =
    storage === 'memfs' ? `${channel}${master ? '_{outputid}' : ''}_` : `${channel}${master ? '/{outputid}' : ''}/`;
  const extension = filtered ? 'mp4' : 'ts';
  return {
    id: 'output_0',
    address: sent.length > 0 ? [`[${inList.join(':')}]${address}`, ...sent].join('|') : address,
    options: [...coded, ...(sent.length > 0 ? together : single)],
    cleanup: [
      rule(`${channel}**`),
      rule(address.replace(/^\{\w+\}\//, ''), { max_file_age_seconds: age }),
      rule(`${folder}**.${extension}`, { max_files: listSize + 6, max_file_age_seconds: age }),
      ...(master ? [rule(`${channel}.m3u8`, { max_file_age_seconds: age })] : []),
      ...(filtered ? [rule(`${channel}.mp4`, { max_file_age_seconds: age })] : []),
    ],
  };
}

function vectorOf(form: Form): Group {
  const { storage, version, master, feeds, listSize, lhls, lowDelay } = form;
  const { metadata, expected } = group(tee);
  const { ingest, snapshot } = group(expected);
  const [output] = list(group(ingest).output);
  const words = Array.isArray(output?.options) ? output.options.map(String) : [];
  const coded = words.slice(0, words.indexOf('-flags'));
  const control = group(group(metadata).control);
  const hls = { lhls, segmentDuration: SECONDS, listSize, cleanup: true, storage, version, master_playlist: master };
  return {
    ...group(tee),
    id: JSON.stringify(form),
    metadata: {
      ...group(metadata),
      control: {
        ...control,
        hls,
        process: { ...group(control.process), low_delay: lowDelay },
        rtmp: { enable: feeds.rtmp },
        srt: { enable: feeds.srt },
      },
    },
    expected: {
      ingest: { ...group(ingest), output: [outputOf(form, coded)] },
      snapshot: {
        ...group(snapshot),
        input: [{ id: 'input_0', address: `{${storage}}/${channel}.m3u8`, options: [] }],
      },
    },
  };
}

const FORMS: Form[] = (['memfs', 'diskfs'] as const).flatMap((storage) =>
  ([3, 6, 7] as const).flatMap((version) =>
    [true, false].flatMap((master) =>
      [[], ['rtmp'], ['srt'], ['rtmp', 'srt']].flatMap((feeds) =>
        [6, 60, 0].flatMap((listSize) =>
          [false, true].map((lhls) => ({
            ...{ storage, version, master, listSize, lhls, lowDelay: listSize === 6 },
            feeds: { rtmp: feeds.includes('rtmp'), srt: feeds.includes('srt') },
          })),
        ),
      ),
    ),
  ),
);

it('every form of a playlist has the intended differences only', () => {
  const vectors = FORMS.map(vectorOf);
  const { passed, failed } = judgeVectors(
    { format: 'process test vectors v1', vectors },
    { level: '1.14.0', kinds: [] },
  );
  expect(failed.slice(0, 3)).toEqual([]);
  expect(passed).toBe(FORMS.length);
  expect(passed).toBeGreaterThanOrEqual(2 * 3 * 2 * 4 * 3 * 2);
});

const restated = (names: string[], expected: unknown, given: unknown = {}) =>
  intendedDifferences
    .filter(({ about }) => names.includes(about))
    .reduce(
      (value, { rewrite }) =>
        rewrite(value, { id: '', names, level: null, quirk: false, given, expected: value, actual: () => null }),
      expected,
    );

const output = (address: string, ...options: string[]) => ({ output: [{ address, options }] });
const RECORDING = ['process', 'recorded'];
const VECTOR = ['process', 'ingest'];
const older = 'append_list+delete_segments';

it.each<[string, string[], unknown, unknown, unknown?]>([
  ...[RECORDING, VECTOR].flatMap((names): [string, string[], unknown, unknown, unknown?][] => [
    [
      'an older playlist keeps no end mark',
      names,
      output('{memfs}/c.m3u8', '-f', 'hls', '-hls_flags', older, '-y'),
      output('{memfs}/c.m3u8', '-f', 'hls', '-hls_flags', `${older}+omit_endlist`, '-y'),
    ],
    [
      'nor does one in a list',
      names,
      output(`[bsfs/a=aac_adtstoasc:f=hls:hls_flags=${older}]{memfs}/c.m3u8|[f=flv]{rtmp,name=c.stream}`),
      output(`[bsfs/a=aac_adtstoasc:f=hls:hls_flags=${older}+omit_endlist]{memfs}/c.m3u8|[f=flv]{rtmp,name=c.stream}`),
    ],
    [
      'a playlist that is sent elsewhere stays as it is',
      names,
      output('https://h/c.m3u8', '-f', 'hls', '-start_number', '0', '-hls_time', '2', '-hls_list_size', '6'),
      output('https://h/c.m3u8', '-f', 'hls', '-start_number', '0', '-hls_time', '2', '-hls_list_size', '6'),
    ],
    ['what is not sent is not mapped', names, ['-map', '0:0', '-vn', '-map', '0:1'], ['-vn', '-map', '0:1']],
    [
      'a picture that was chosen as sound is none',
      names,
      ['-map', '0:0', '-codec:v', 'copy', '-map', '0:0', '-codec:a', 'aac', '-metadata', 'title=x'],
      ['-map', '0:0', '-codec:v', 'copy', '-an', '-metadata', 'title=x'],
      { sources: [{ streams: [{ type: 'video' }] }], profiles: [{ audio: { source: 0, stream: 0 } }] },
    ],
    [
      'a missing cleanup switch is read as on',
      names,
      { pattern: 'memfs:/c_*.ts', max_file_age_seconds: 0 },
      { pattern: 'memfs:/c_*.ts', max_file_age_seconds: 16 },
      { control: { hls: { lhls: false, segmentDuration: 2, listSize: 6 } } },
    ],
    ['no log level is set', names, ['-loglevel', 'level+info', '-y'], ['-y']],
  ]),
  ...['process', 'source', 'services'].map((name): [string, string[], unknown, unknown] => [
    `an address of ${name} has small letters in front of its host alone, also with a protocol in another`,
    [name],
    [{ address: 'Crypto+HTTPS://Host/KEY' }, { address: 'RTMP://Host/App/KEY' }, { address: '[f=flv]RTMP://Host/x' }],
    [{ address: 'crypto+https://Host/KEY' }, { address: 'rtmp://Host/App/KEY' }, { address: '[f=flv]RTMP://Host/x' }],
  ]),
  [
    'RTMPS addresses include their port',
    ['networkConfig'],
    {
      network: { rtmp: { enabled: true, host: 'h', local: 'localhost' }, srt: { enabled: true } },
      publicAddresses: { rtmp: 'rtmps://h/live/c.stream?token=t', player: 'https://h/c.html' },
    },
    {
      network: { rtmp: { enabled: true, host: 'h:1936', local: 'localhost:1936' }, srt: { enabled: true } },
      publicAddresses: { rtmp: 'rtmps://h:1936/live/c.stream?token=t', player: 'https://h/c.html' },
    },
    { rtmp: { enable_tls: true, address_tls: ':1936' } },
  ],
])('the intended difference %s changes the expectation (%j)', (_, names, expected, restatement, given) =>
  expect(restated(names, expected, given)).toEqual(restatement),
);
