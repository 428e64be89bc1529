import { lookPlaylist } from '../../../../src/media/look/lookPlaylist.ts';
import { lookFactsOf, parseLookReport, resumedLooks, secondsStill } from '../../../../src/media/look/lookReport.ts';
import { lookStates, memoryAfter, newLookMemory } from '../../../../src/media/look/lookStates.ts';
import { readLook } from '../../../../src/media/look/readLook.ts';
import { failureIn, isPlayback, playbackInput } from '../../../../src/media/proof/playbackInput.ts';
import { parseProofReport } from '../../../../src/media/proof/proofReport.ts';
import { proofLine } from '../../../../src/media/proof/proofTexts.ts';
import { text } from '../kinds.ts';
import { must } from '../must.ts';
import { target } from '../target.ts';

const SECONDS = 12;
const NOW = 1_700_000_000_000;

const logs = target({
  name: 'look: log of ffmpeg',
  reads: ['src/media/look/readLook.ts', 'src/media/look/lookStates.ts'],
  kind: text({
    words: [
      ...['Stream mapping:\n', '[blackdetect @ 0x1] ', '[Parsed_freezedetect_1 @ 0x1] ', '[silencedetect @ 0x1] '],
      ...['black_start:', 'black_end:', 'lavfi.freezedetect.freeze_start: ', 'lavfi.freezedetect.freeze_end: '],
      ...['silence_start: ', 'silence_end: ', '[Parsed_volumedetect_1 @ 0x1] mean_volume: -91.0 dB\n'],
      ...['[Parsed_volumedetect_1 @ 0x1] max_volume: -91.0 dB\n', '-1', '1e999', '99999', '\n', ' '],
    ],
  }),
  examples: [
    'Stream mapping:\n[blackdetect @ 0x1] black_start:0 black_end:10 black_duration:10\n',
    'Stream mapping:\n[freezedetect @ 0x1] lavfi.freezedetect.freeze_start: 4\n[silencedetect @ 0x1] silence_start: 3\n',
  ],
  run(log) {
    const pixels = new Uint8Array(1152 * SECONDS).fill(log.length % 256);
    const look = readLook({ exec: 'finished', lines: log.split('\n'), pixels, seconds: SECONDS, pictures: 'key' });
    if (look.status === 'failed') return look;
    const spans = [...(look.picture?.black ?? []), ...(look.picture?.still ?? []), ...(look.sound?.silent ?? [])];
    must(
      spans.every(({ from, to }) => from >= 0 && to <= SECONDS),
      'a span lies within the look',
    );
    const states = lookStates(memoryAfter(newLookMemory(), look, NOW), NOW);
    const since = states.status === 'seen' && states.picture && 'since' in states.picture ? states.picture.since : NOW;
    must(since <= NOW && since >= NOW - SECONDS * 1000, () => `since ${since}`);
    return [look, states];
  },
  findings: [],
});

const platforms = target({
  name: 'proof: report and log',
  reads: ['src/media/proof/proofReport.ts', 'src/media/proof/playbackInput.ts'],
  kind: text({
    words: [
      ...[
        '{"version":1,"at":1700000000000,"platforms":{',
        '"a":{"status":"seen","at":1700000000000,"delay":',
        '}}',
        'null',
      ],
      ...[
        '"b":{"status":"unseen","since":0,"fault":"black"}',
        'Server returned 404',
        'http://',
        '|',
        '{memfs}',
        '1e999',
      ],
    ],
  }),
  examples: [
    '{"version":1,"at":1700000000000,"platforms":{"a":{"status":"seen","at":1700000000000,"delay":18}}}',
    'https://cdn.example.org/a.m3u8?token=b',
  ],
  run(data) {
    const proofs = parseProofReport(data, NOW);
    const lines = Object.values(proofs).map(proofLine);
    must(
      lines.every(({ n }) => n === null || (n >= 0 && n <= 1000)),
      'a delay is a number of seconds',
    );
    const input = isPlayback(data) ? playbackInput(data) : null;
    must(input === null || /^(?:https?|rtmps?|rtsps?|srt):/i.test(input.address), 'an address has a known scheme');
    return [lines, input, failureIn([data])];
  },
  findings: [],
});

const reports = target({
  name: 'look: report',
  reads: ['src/media/look/lookReport.ts'],
  kind: text({
    words: [
      ...[
        '{"version":1,',
        '"at":',
        '"picture":{"status":"black","since":',
        '"picture":null,',
        '"sound":null,',
        '1e999',
      ],
      ...['"failure":null}', '-1', 'null', '{}', '1700000000000'],
    ],
  }),
  examples: [
    '{"version":1,"at":1700000000000,"picture":{"status":"frozen","since":1699999990000},"sound":{"status":"heard","since":null},"failure":null}',
    '{"version":1,"at":null,"picture":null,"sound":null,"failure":"slow"}',
  ],
  run(written) {
    const report = parseLookReport(written);
    if (report === null) return null;
    must(Number.isFinite(secondsStill(report)) && secondsStill(report) >= 0, 'a time is a number');
    return [lookFactsOf(report), lookStates(resumedLooks(report), NOW)];
  },
  findings: [],
});

const newest = target({
  name: 'look: playlists',
  reads: ['src/media/look/lookPlaylist.ts'],
  kind: text({
    words: [
      '#EXTM3U\n',
      '#EXTINF:2.0,\nx.ts\n',
      '#EXTINF:',
      '1e999',
      '#EXT-X-STREAM-INF:\n',
      'x_0.m3u8\n',
      '../',
      '\n',
    ],
  }),
  examples: ['#EXTM3U\n#EXTINF:2.0,\nx.ts\n#EXTINF:2.0,\ny.ts\n', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx_0.m3u8\n'],
  run(list) {
    const found = lookPlaylist(list);
    if (found === null) return null;
    if ('variant' in found) must(/^[\w-]+\.m3u8$/.test(found.variant), 'a variant is a file beside it');
    else {
      must(found.seconds > 0 && found.seconds <= 30, () => `${found.seconds} s`);
      must(!/[/\\]/.test(found.text.replaceAll(/^#.*$/gm, '')), 'a segment is a file beside it');
    }
    return found;
  },
  findings: [],
});

export const lookParsers = [logs, reports, platforms, newest];
