import { msg } from '../../i18n/msg.ts';
import { type Sentence, say } from '../verdict/verdictTypes.ts';
import type { AlarmLook } from './alarmLooks.ts';

/** A transition that was not carried out, or only in part. */
export type ScheduleMiss = {
  schedule: string;
  /** Milliseconds since 1970. */
  at: number;
} & ({ result: 'missed' } | { result: 'failed'; failures: readonly { name: string; error: string }[] });

const MOST_SENTENCES = 3;

export function scheduleLook(misses: readonly ScheduleMiss[]): AlarmLook {
  const [newest] = misses;
  return {
    ...{ rule: 'schedule-missed', channel: null, publication: null, names: { channel: '', publication: '' } },
    condition:
      newest === undefined
        ? { status: 'good' }
        : {
            status: 'bad',
            statement: {
              ...{ fault: 'server', since: newest.at },
              sentences: misses.slice(0, MOST_SENTENCES).map(sentenceOf),
            },
          },
  };
}

function sentenceOf({ schedule, at, ...miss }: ScheduleMiss): Sentence {
  const values = { schedule, time: { at } };
  if (miss.result === 'missed')
    return say(
      msg('The schedule "{{schedule}}" was not carried out at {{time}}: the agent or the core was not available.'),
      values,
    );
  const [first, ...others] = miss.failures;
  const reason = { name: first?.name ?? '', error: { text: first?.error ?? '' } };
  if (others.length === 0)
    return say(msg('The schedule "{{schedule}}" of {{time}} failed for "{{name}}" ({{error}}).'), {
      ...values,
      ...reason,
    });
  return say(msg('The schedule "{{schedule}}" of {{time}} failed for "{{name}}" ({{error}}) and {{n}} more.'), {
    ...{ ...values, ...reason },
    n: others.length,
  });
}
