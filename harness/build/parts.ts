import { verb } from '../launch/userError.ts';
import { ensureParts } from './ensure.ts';

await verb(ensureParts);
