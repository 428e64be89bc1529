import { runVerb } from '../launch/userError.ts';
import { rebuild } from './ensure.ts';

await runVerb(rebuild);
