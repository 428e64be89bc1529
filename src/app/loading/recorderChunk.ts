// Importing all screens keeps the bundler from splitting off shared parts. Most saves come from one of them.
import './screensChunk.ts';

export { createRecorder } from '../../features/versions/saveRecord/createRecorder.ts';
