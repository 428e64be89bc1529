// The channel page is loaded by then. Importing it keeps the bundler from splitting off shared parts.
import './appChunk.tsx';

export { NextChangeLine } from '../../features/live/nextChange/NextChangeLine.tsx';
