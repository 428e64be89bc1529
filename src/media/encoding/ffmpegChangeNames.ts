import { ADDITIONS, type AdditionName, SPELLINGS, type SpellingName } from './ffmpegOptionsByVersion.ts';

// Apart from the table: that is needed before anything is shown, and this is not.

export const isSpellingName = (name: string): name is SpellingName => Object.hasOwn(SPELLINGS, name);
export const ffmpegChangeNames = (): SpellingName[] => Object.keys(SPELLINGS).filter(isSpellingName);

export const isAdditionName = (name: string): name is AdditionName => Object.hasOwn(ADDITIONS, name);
export const additionNames = (): AdditionName[] => Object.keys(ADDITIONS).filter(isAdditionName);
