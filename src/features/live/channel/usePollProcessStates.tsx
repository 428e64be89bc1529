import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { channelClosed, statesOpened } from './slice.ts';

/** Whether the processes of a channel are on is asked for as long as the screen is there: it decides what is said at Save. */
export function usePollProcessStates(channel: string) {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(statesOpened(channel));
    return () => {
      dispatch(channelClosed());
    };
  }, [dispatch, channel]);
}
