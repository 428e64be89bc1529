import * as z from 'zod';
import { runVerb } from '../launch/userError.ts';
import { ensureParts } from './ensureBuilt.ts';
import { Processor } from './koffiParts.ts';

await runVerb(() => ensureParts(z.array(Processor).parse(process.argv.slice(2))));
