import { verb } from '../launch/obstacle.ts';
import { rebuild } from './ensure.ts';

await verb(rebuild);
