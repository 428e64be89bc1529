import { expect, it } from 'vitest';
import { Config } from '../../../api/answers/config.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { networkOf } from '../../../media/address/channelAddresses.ts';
import { emptySource } from '../../../media/encoding/profile.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { CHANNEL } from '../../../testing/coreAnswers.ts';
import { askedFields, wizardFaultsOf } from './faults.ts';

const skills = skillsOf(null);
const reads = (...input: string[]): SourceContext => ({
  ffmpeg: skills.ffmpeg,
  skills: { ...skills, protocols: { input, output: [] } },
  network: networkOf({ config: Config.parse({}), page: new URL('http://core.test'), channel: CHANNEL }),
});

const pull = (address: string) => ({
  tile: 'network',
  video: { ...emptySource(), type: 'network', settings: { mode: 'pull', address } },
});
const picture = (source: string) => ({
  tile: 'virtualvideo',
  video: { ...emptySource(), type: 'virtualvideo', settings: { source } },
});

it.each([
  ['no address', pull(''), reads(), { address: 'This field is required.' }],
  [
    'no protocol',
    pull('192.0.2.10/stream'),
    reads(),
    { address: 'The address must start with a protocol, for example rtsp:// or https://.' },
  ],
  [
    'a protocol missing in ffmpeg',
    pull('srt://192.0.2.10:6000'),
    reads('http', 'rtmp'),
    { address: "This core's ffmpeg does not support this protocol." },
  ],
  ['a supported protocol (none)', pull('http://192.0.2.10/x.m3u8'), reads('http', 'rtmp'), {}],
  ['a core that does not list protocols (none)', pull('srt://192.0.2.10:6000'), reads(), {}],
  ['a missing image', picture('none'), reads(), { source: 'Choose an option.' }],
  ['an image (none)', picture('testsrc'), reads(), {}],
])('the wizard finds the fault of %s', (_, draft, context, faults) =>
  expect(wizardFaultsOf(draft, context)).toEqual(faults),
);

it('the wizard requires only the fields of the tile', () => {
  expect(Object.keys(askedFields(pull(''), reads()))).toEqual(['address', 'username', 'password', 'rtsp.udp']);
  expect(askedFields({ tile: 'unknown', video: emptySource() }, reads())).toEqual({});
});
