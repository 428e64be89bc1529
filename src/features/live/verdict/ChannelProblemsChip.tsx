import { shallowEqual, useSelector } from 'react-redux';
import { StateChip } from '../../../ui/feedback/StateChip.tsx';
import { shortIn, type VerdictState } from './slice.ts';

/** Over the picture, only what the sentence above it does not say: that the channel is live all the same. */
export function ChannelProblemsChip() {
  const short = useSelector((state: VerdictState) => shortIn(state), shallowEqual);
  if (short.state !== 'connected' || short.problems === 0) return null;
  return (
    <div className="player-state">
      <StateChip over {...short} />
    </div>
  );
}
