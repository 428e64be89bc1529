/** Which program made the stream, as players and analysers show it. Apart, as pages that write no process compare it. */
export const PROVIDER = 'service_provider=Sluice';
/** What stored processes of other releases carry. */
export const OTHER_PROVIDER = 'service_provider=datarhei-Restreamer';
