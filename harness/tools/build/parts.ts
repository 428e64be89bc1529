import { runVerb } from '../launch/userError.ts';
import { ensureParts } from './ensure.ts';

await runVerb(ensureParts);
