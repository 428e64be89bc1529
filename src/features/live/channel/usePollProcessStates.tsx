import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { channelClosed, statesOpened } from './slice.ts';

/** Polls the process states of a channel while the screen is open. They determine the consequence of a save. */
export function usePollProcessStates(channel: string) {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(statesOpened(channel));
    return () => {
      dispatch(channelClosed());
    };
  }, [dispatch, channel]);
}
