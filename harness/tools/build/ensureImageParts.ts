import { runVerb } from '../launch/userError.ts';
import { ensureParts } from './ensureBuilt.ts';

await runVerb(ensureParts);
