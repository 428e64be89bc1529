import type { Cause, Role } from './doctor/causes.ts';
import { coding } from './doctor/texts/coding.ts';
import { machine } from './doctor/texts/machine.ts';
import type { Said } from './doctor/texts/say.ts';
import { way } from './doctor/texts/way.ts';

/** The words of each cause, for what reads a source and for what sends to a platform. */
export const causeTexts: Record<Cause, Record<Role, Said>> = { ...way, ...coding, ...machine };
