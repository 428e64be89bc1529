import { feature } from '../../wing.ts';
import { askedPassword } from './slice.ts';

export const passwordPromptFeature = feature({ reducers: { passwordPrompt: askedPassword } });
