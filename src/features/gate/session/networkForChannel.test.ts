import { expect, it } from 'vitest';
import { About } from '../../../api/answers/about.ts';
import { Config } from '../../../api/answers/config.ts';
import { anAbout, CHANNEL } from '../../../testing/coreAnswers.ts';
import { networkFor } from './networkForChannel.ts';

const rtmpAt = (address: string, about: object) =>
  networkFor(
    {
      about: About.parse(anAbout(about)),
      config: Config.parse({ rtmp: { enable: true, address: ':1940' } }),
      address,
    },
    CHANNEL,
  ).rtmp.host;

it.each([
  ['http://localhost:8080', {}, 'localhost:1940'],
  ['http://localhost:8080', { addresses: ['192.168.1.20', '10.0.0.4'] }, '192.168.1.20:1940'],
  ['http://localhost:8080', { addresses: 'all' }, 'localhost:1940'],
  ['http://localhost:8080', { addresses: ['evil.example/#', 7] }, 'localhost:1940'],
  ['https://tv.example', { addresses: ['192.168.1.20'] }, 'tv.example:1940'],
])('encoders reach a core at %s with the facts %j at %s', (address, about, host) =>
  expect(rtmpAt(address, about)).toBe(host),
);
