import { msg } from '../../i18n/msg.ts';
import { defineSourceWithoutInput, examplesWithoutInput } from '../defineSourceWithoutInput.ts';

/** Stands for a channel without sound: the profile points to no source. */
export const noaudio = defineSourceWithoutInput('noaudio', msg('No audio'));

export const examples = examplesWithoutInput;
