import { publicationDeletionConfirmed, publicationSwitched } from '../features/live/publication/slice.ts';
import { watch } from './controlChannel.ts';
import { HeadlessError } from './error.ts';
import { absentText } from './formatList.ts';
import type { Operator } from './waitForOutcome.ts';

const PATIENCE_MS = 15_000;
const DELETION_PATIENCE_MS = 60_000;

export function channelOf({ getState }: Operator, publication: string): string {
  const { list } = getState().channel;
  const channel = list.find(({ egresses }) => publication in egresses);
  if (channel === undefined) {
    const ids = list.flatMap(({ egresses }) => Object.keys(egresses));
    throw new HeadlessError('refused', absentText('publication', publication, ids));
  }
  return channel.id;
}

/** Resolves once the core has carried out the command, whether or not data arrives. */
export async function switchPublication(operator: Operator, publication: string, on: boolean): Promise<void> {
  watch(operator, channelOf(operator, publication));
  let hasStarted = false;
  await operator.attempt({
    ask: [publicationSwitched({ id: publication, on })],
    outcome: ({ publication: { asked, refused } }) => {
      const reason = refused[publication];
      if (reason !== undefined) return { failed: reason };
      const command = asked[publication];
      hasStarted ||= command !== undefined;
      return hasStarted && (command === undefined || command.settledAt > 0) ? { done: null } : 'waiting';
    },
    patienceMs: PATIENCE_MS,
  });
}

export async function deletePublication(operator: Operator, publication: string): Promise<void> {
  const channel = channelOf(operator, publication);
  watch(operator, channel);
  await operator.attempt({
    ask: [publicationDeletionConfirmed({ channel, id: publication })],
    outcome: ({ channel: { list } }) =>
      list.some(({ egresses }) => publication in egresses) ? 'waiting' : { done: null },
    patienceMs: DELETION_PATIENCE_MS,
  });
}
