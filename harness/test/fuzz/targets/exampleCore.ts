import { Config } from '../../../../src/api/answers/config.ts';
import { SkillsAnswer } from '../../../../src/api/answers/skills.ts';
import recorded from '../../../../src/api/fixtures/answers.json' with { type: 'json' };
import { networkOf } from '../../../../src/media/address/channelAddresses.ts';
import { skillsOf } from '../../../../src/media/encoding/skills.ts';

export const CHANNEL = '8e9f0375-857a-4e65-9335-a37db9884770';

export const skills = skillsOf(SkillsAnswer.parse(recorded.skills[0]?.body));
export const coreConfig = Config.parse({
  version: 3,
  address: ':8080',
  rtmp: { enable: true, address: ':1935', app: '/live', token: 't' },
});
export const network = networkOf({ config: coreConfig, page: new URL('http://core.example:8080'), channel: CHANNEL });
