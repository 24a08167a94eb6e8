/** How the browser is started: no network, no background work, drawing in software, one renderer. */

const disabledFeatures = [
  'AcceptCHFrame',
  'AutofillServerCommunication',
  'BackForwardCache',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'InterestFeedContentSuggestions',
  'MediaRouter',
  'NetworkPrediction',
  'OptimizationHints',
  'PaintHolding',
  'Prerender2',
  'RenderDocument',
  'ServiceWorker',
  'SpareRendererForSitePerProcess',
  'Translate',
  'WebTransport',
  'AsyncDns',
  'DnsOverHttps',
]

export interface ArgumentOptions {
  readonly sandbox: boolean
  readonly profileDir: string
}

/** The whole command line: nothing of the driver's or the package's defaults is taken over. */
export const browserArguments = ({ sandbox, profileDir }: ArgumentOptions): string[] => [
  '--headless',
  ...(sandbox ? [] : ['--no-sandbox']),
  `--user-data-dir=${profileDir}`,

  // Nothing it loads comes from an address. The page's own origin is answered from memory before these count.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:1',
  '--proxy-bypass-list=<-loopback>',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--no-pings',
  '--metrics-recording-only',
  '--disable-breakpad',
  '--disable-crash-reporter',
  `--disable-features=${disabledFeatures.join(',')}`,

  // A plot is painted as it stands (HTML in canvas), in a frame that comes when asked for, not 60 times a second.
  '--enable-blink-features=CanvasDrawElement',
  '--disable-frame-rate-limit',

  // A chart is a short task: helper threads for its garbage and its compilation cost more than they save, on cores
  // that other pages need. Nor is garbage looked for when there is nothing to do: with it would go the code compiled
  // for charts, and the next ones would come late (docs/performance.md).
  '--js-flags=--single-threaded --no-memory-reducer',

  // The same image on every machine.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // A page of the library may show more maps than the 16 of which the first would be taken away.
  '--max-active-webgl-contexts=100',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  '--force-device-scale-factor=1',
  '--lang=en-US',
  '--hide-scrollbars',

  // A warm page is never in front, and must not be slowed for it.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-ipc-flooding-protection',
  '--disable-hang-monitor',
  '--disable-dev-shm-usage',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--no-first-run',
  '--no-default-browser-check',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
]
