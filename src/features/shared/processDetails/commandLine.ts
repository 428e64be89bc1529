import { maskText } from '../../../media/masking/mask.ts';
import { maskArgument } from '../../../media/masking/maskOption.ts';

const quoted = (argument: string) => (/^[\w@%+=:,./*?&{}[\]-]+$/.test(argument) ? argument : `'${argument}'`);

export const commandLine = (command: readonly string[], mask = maskText): string =>
  command.map((argument, i) => quoted(maskArgument(command[i - 1] ?? '', argument, mask))).join(' ');
