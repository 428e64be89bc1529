import { runVerb } from '../launch/userError.ts';
import { rebuild } from './ensureBuilt.ts';

await runVerb(rebuild);
