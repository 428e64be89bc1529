import { verb } from '../launch/userError.ts';
import { rebuild } from './ensure.ts';

await verb(rebuild);
