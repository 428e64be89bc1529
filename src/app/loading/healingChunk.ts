// Importing all screens keeps the bundler from splitting off shared parts.
import './screensChunk.ts';

export { HealingFields } from '../../features/setup/publicationForm/HealingFields.tsx';
