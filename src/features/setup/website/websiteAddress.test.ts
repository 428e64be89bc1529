import { expect, it } from 'vitest';
import { About } from '../../../api/answers/about.ts';
import { ConfigAnswer } from '../../../api/answers/config.ts';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { aConfig, anAbout, someSkills } from '../../../testing/coreAnswers.ts';
import type { Session } from '../../gate/session/slice.ts';
import { framesAreRefused, websiteAddress } from './websiteAddress.ts';

const ready = (config: object, address = 'http://core.test:8080'): Session => ({
  status: 'ready',
  address,
  about: About.parse(anAbout()),
  config: ConfigAnswer.parse(aConfig(config)).config,
  overrides: [],
  skills: skillsOf(SkillsAnswer.parse(someSkills())),
});

it.each([
  [{}, false],
  [{ storage: { cors: { origins: ['*'] } } }, false],
  [{ storage: { cors: { origins: ['https://a.test', 'null'] } } }, true],
  [{ storage: { cors: { origins: ['https://a.test'] } } }, true],
  [{ storage: { cors: { origins: [] } } }, true],
])('the CORS check detects for the config %j whether a frame without an origin is rejected: %s', (config, refused) =>
  expect(framesAreRefused(ready(config))).toBe(refused),
);

it.each([
  [ready({}), 'http://core.test:8080/'],
  [ready({ host: { name: ['live.test'] } }, 'http://10.0.0.5'), 'http://live.test/'],
  [ready({}, 'https://proxy.test/core'), 'https://proxy.test/core/'],
  [{ status: 'starting' } as const, ''],
])('row %#: the website address is %s', (session, address) => expect(websiteAddress(session)).toBe(address));
