import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayerConfig } from '../../viewer/player/config.ts';
import { colorVariables } from '../../viewer/player/cssColorVariables.ts';
import { iframeOf } from '../../viewer/player/iframe.ts';
import { CLAPPR, LIBRARY } from '../../viewer/webRootFilePaths.ts';

interface ViewerPlayerProps {
  config: PlayerConfig;
  root: string;
  label: string;
}

/** The player of the public pages; a new config restarts it. */
export function ViewerPlayer({ config, root, label }: ViewerPlayerProps) {
  const { t, i18n } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let end: (() => void) | null = null;
    let isUnmounted = false;
    import('./showViewerPlayer.ts').then(
      ({ show }) => {
        if (isUnmounted || !place.current) return;
        end = show(place.current, {
          ...{ config, root, label, language: i18n.language, say: (text: string) => t(text) },
          ...{ colors: colorVariables(config.color), library: LIBRARY, iframeOf },
          // Loaded from the interface, as the core may not have the player files yet.
          clappr: new URL(`viewer/${CLAPPR}`, document.baseURI).href,
        });
      },
      () => setMissing(true),
    );
    return () => {
      isUnmounted = true;
      end?.();
    };
  }, [config, root, label, t, i18n.language]);
  return (
    <div className="player-video" ref={place}>
      {missing && (
        <div className="player-card" role="status">
          <p>{t('Part of the interface could not be loaded. Reload the page.')}</p>
        </div>
      )}
    </div>
  );
}
