import { egressOf, ingestId, isChannelId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Channel } from '../../../media/channel/channel.ts';
import { CORE_SUBJECT } from '../../../media/series/readProcesses.ts';

/** A subject of the history. `name` is what people wrote; without one, `text` is to be translated. */
export interface SubjectChoice {
  subject: string;
  name: string | null;
  text: string;
  /** The name of its channel. */
  channel: string | null;
}

const CORE: SubjectChoice = { subject: CORE_SUBJECT, name: null, text: msg('Core'), channel: null };

const CHANNEL_TEXT = msg('Channel');
const PUBLICATION_TEXT = msg('Publication');

/** The core, then each channel with its publications. */
export function subjectChoices(channels: readonly Channel[]): SubjectChoice[] {
  return [
    CORE,
    ...channels.flatMap(({ id, name, egresses }) => [
      { subject: ingestId(id), name, text: CHANNEL_TEXT, channel: null },
      ...Object.entries(egresses).map(([subject, egress]) => ({
        ...{ subject, name: egress.name, text: PUBLICATION_TEXT, channel: name },
      })),
    ]),
  ];
}

const DELETED: readonly [is: (subject: string) => boolean, text: string][] = [
  [(subject) => egressOf(subject) !== null, msg('A deleted publication')],
  [(subject) => isChannelId(subject.replace(/^.*:/, '')), msg('A deleted channel')],
];

/** Of something that is no longer there, while the agent still has it; null: nobody knows what it is. */
export function deletedSubject(subject: string): SubjectChoice | null {
  const text = DELETED.find(([is]) => is(subject))?.[1];
  return text === undefined ? null : { subject, name: null, text, channel: null };
}
