import type { Cause, Role } from '../diagnosis/causes.ts';
import type { CauseText } from '../diagnosis/texts/causeText.ts';
import { codingTexts } from '../diagnosis/texts/coding.ts';
import { way } from '../diagnosis/texts/connection.ts';
import { machine } from '../diagnosis/texts/devicesAndDisks.ts';

/** The words of each cause, for what reads a source and for what sends to a platform. */
export const causeTexts: Record<Cause, Record<Role, CauseText>> = { ...way, ...codingTexts, ...machine };
