/** The command line of the browser: no network, no background work, software rendering, one renderer process. */

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

/** The complete command line. No default arguments of puppeteer or of the browser's package are used. */
export const browserArguments = ({ sandbox, profileDir }: ArgumentOptions): string[] => [
  '--headless',
  ...(sandbox ? [] : ['--no-sandbox']),
  `--user-data-dir=${profileDir}`,

  // No host name resolves. Requests to the page's own origin are intercepted and answered from memory before that.
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

  // A plot is painted as it is (HTML in canvas), in a frame that is requested, not 60 times a second.
  '--enable-blink-features=CanvasDrawElement',
  '--disable-frame-rate-limit',

  // A chart is a short task: helper threads for garbage collection and compilation cost more than they save, on cores
  // that other pages need. Idle garbage collection is off too, because it would also drop the compiled code, and the
  // next charts would be late (docs/performance.md).
  '--js-flags=--single-threaded --no-memory-reducer',

  // The same image on every machine.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Shaders that any figure has drawn with stay optimised for all later ones, not only while their WebGL context lives.
  '--enable-angle-features=preferGlobalPipelineCache',
  '--ignore-gpu-blocklist',
  // A figure may have more maps than 16, the default limit, beyond which the browser discards the oldest context.
  '--max-active-webgl-contexts=100',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  '--force-device-scale-factor=1',
  '--lang=en-US',
  '--hide-scrollbars',

  // A warm page is never in the foreground, and must not be throttled for that.
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
