// The channel page is loaded by then: named here, its parts stay in their files.
import './appChunk.tsx';

export { NextChangeLine } from '../../features/live/nextChange/NextChangeLine.tsx';
