import type { Cause, Role } from './doctor/causes.ts';
import { codingTexts } from './doctor/texts/coding.ts';
import { way } from './doctor/texts/connection.ts';
import { machine } from './doctor/texts/machine.ts';
import type { CauseText } from './doctor/texts/say.ts';

/** The words of each cause, for what reads a source and for what sends to a platform. */
export const causeTexts: Record<Cause, Record<Role, CauseText>> = { ...way, ...codingTexts, ...machine };
