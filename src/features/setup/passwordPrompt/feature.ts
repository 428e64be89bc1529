import { feature } from '../../gate/host/wing.ts';
import { passwordPrompt } from './slice.ts';

export const passwordPromptFeature = feature({ reducers: { passwordPrompt } });
