import { feature } from '../../wing.ts';
import { passwordPrompt } from './slice.ts';

export const passwordPromptFeature = feature({ reducers: { passwordPrompt } });
