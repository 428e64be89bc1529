import { msg } from '../../../i18n/msg.ts';
import type { BundleText } from '../../../media/bundle/bundle.ts';
import type { ImportConflict } from '../../../media/bundle/importPlan.ts';

/** What is in the way, and what happens or helps. `values`: plain, except for one that is a text itself. */
export function conflictText(conflict: ImportConflict, bytes: (size: number) => string): BundleText {
  switch (conflict.kind) {
    case 'channel-exists':
      return { text: msg('The channel "{{0}}" exists here and would be changed.'), values: [conflict.name] };
    case 'name-taken':
      return { text: msg('Another channel here is named "{{0}}" too. Both are kept.'), values: [conflict.name] };
    case 'unserved':
      return {
        text: msg('"{{0}}" is imported stopped, because this core cannot send it.'),
        values: [conflict.name],
      };
    case 'encoder-missing':
      return {
        text: msg('"{{0}}" is imported stopped, because this ffmpeg lacks the encoder {{1}}. Choose another encoder.'),
        values: [conflict.name, conflict.encoder],
      };
    case 'port-held':
      return {
        text: msg('"{{0}}" is imported stopped, because port {{1}} is in use here. Enter another port.'),
        values: [conflict.name, String(conflict.port)],
      };
    case 'secret-missing':
      return {
        text: msg('"{{0}}" is imported stopped, because the file lacks its key or password. Enter it afterwards.'),
        values: [conflict.name],
      };
    case 'push-key-held':
      return {
        text: msg('"{{0}}" reads the same stream key as "{{1}}". Change one of them.'),
        values: [conflict.name, conflict.by],
      };
    case 'destination-held':
      return {
        text: msg('"{{0}}" sends with the same address and key as "{{1}}". Do not run both at the same time.'),
        values: [conflict.name, conflict.by],
      };
    case 'newer':
      return {
        text: msg('"{{0}}" was stored here by a newer version ({{1}}) and stays unchanged.'),
        values: [conflict.name, conflict.version],
      };
    case 'key-kept':
      return {
        text: msg('"{{0}}" has a key or password here, but none in the file. It stays unchanged.'),
        values: [conflict.name],
      };
    case 'newer-file':
      return {
        text: msg('"{{0}}" in the file was stored by a newer version ({{1}}) and is not imported.'),
        values: [conflict.name, conflict.version],
      };
    case 'file-missing':
      return {
        text: msg('"{{0}}" plays a file that is neither in the export nor here. Upload it afterwards.'),
        values: [conflict.name],
      };
    case 'disk-full':
      return {
        text: msg('The disk of the core has {{1}} left, but the files need {{0}}. Free some space first.'),
        values: [bytes(conflict.needs), bytes(conflict.free)],
      };
    case 'server-differs':
      return conflict.off
        ? {
            text: msg('Encoders send to the {{0}} server, which is off here. Switch it on.'),
            values: [nameOf(conflict)],
          }
        : {
            text: msg('The {{0}} server here has another address or token. Encoders need the new one.'),
            values: [nameOf(conflict)],
          };
  }
}

/** Those that still ask for something once the plan is carried out. */
export const lastingConflicts = (conflicts: readonly ImportConflict[]): ImportConflict[] =>
  conflicts.filter(({ kind }) => !PASSING.includes(kind));

const PASSING: readonly ImportConflict['kind'][] = [
  'channel-exists',
  'name-taken',
  'newer',
  'newer-file',
  'key-kept',
  'disk-full',
];

const nameOf = ({ server }: { server: 'rtmp' | 'srt' }): string => server.toUpperCase();
