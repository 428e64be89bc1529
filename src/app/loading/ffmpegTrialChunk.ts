// Importing all screens keeps the bundler from splitting off shared parts.
import './screensChunk.ts';

export { runFfmpegTrial } from '../../features/setup/encoderTrial/tryFfmpeg.ts';
