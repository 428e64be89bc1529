import { verb } from '../launch/obstacle.ts';
import { ensureParts } from './ensure.ts';

await verb(ensureParts);
