import { egressOf, ingestId, isChannelId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Channel } from '../../../media/channel/channel.ts';
import { CORE_SUBJECT } from '../../../media/series/readProcesses.ts';

/** A subject of the history. `name` is operator input; without a name, the translated `text` is shown. */
export interface SubjectChoice {
  subject: string;
  name: string | null;
  text: string;
  channel: string | null;
}

const CORE: SubjectChoice = { subject: CORE_SUBJECT, name: null, text: msg('Core'), channel: null };

const CHANNEL_TEXT = msg('Channel');
const PUBLICATION_TEXT = msg('Publication');

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

/** Describes a subject that the agent still has data on although it was deleted; null if its kind is unknown. */
export function deletedSubject(subject: string): SubjectChoice | null {
  const text = DELETED.find(([matches]) => matches(subject))?.[1];
  return text === undefined ? null : { subject, name: null, text, channel: null };
}
