import { msg } from '../../i18n/msg.ts';

/** Recorded from versions 16.7 to 16.14 and the embedded core. For settings, see settingsTabs/assignRefusals.ts. */
const WORDS: readonly (readonly [said: RegExp, meaning: string])[] = [
  [/\bnot enough space on device$/, msg('The storage is full. Delete files, or raise its limit in the settings.')],
  [/\bFile is too big$/, msg('The file is too large for the storage.')],
  [
    /\bmax\. number of running processes \(\d+\) reached$/,
    msg('The core already runs as many processes as it may. Stop another one first.'),
  ],
  [/\baddress is not allowed$/, msg('The settings of the core do not allow this address.')],
  [/\bunknown process$|^Unknown process ID\b/, msg('The process no longer exists.')],
  [/\bMissing or invalid JWT token$/, msg('The last login has expired or was ended.')],
];

export const coreMessageMeaning = (message: string): string | null =>
  WORDS.find(([words]) => words.test(message))?.[1] ?? null;
