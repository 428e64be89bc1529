# All images for all their platforms. From the root of the repository:
#   docker buildx bake -f docker/docker-bake.hcl --print                # prints what would be built
#   docker buildx bake -f docker/docker-bake.hcl embedded-here          # one image, for this machine
#   IMAGE=registry.example.org/sluice VERSION=1.2.3 docker buildx bake -f docker/docker-bake.hcl --push
# Versions are in the Dockerfile; the core version of all variants is here.

variable "IMAGE" {
  default = "sluice"
}

# X.Y.Z of the release; empty for other builds, which only move the tag `edge`.
variable "VERSION" {
  default = ""
}

variable "REVISION" {
  default = ""
}

variable "CREATED" {
  default = ""
}

# URL of the sources.
variable "SOURCE" {
  default = ""
}

# Tag of an untested build; the only one if set.
variable "CANDIDATE" {
  default = ""
}

# The tests use 16.14.0; CORE_VERSION=16.16.0 is possible.
variable "CORE_VERSION" {
  default = "16.14.0"
}

# A release candidate (1.2.3-rc.1) moves only its own tag.
function "tags" {
  params = [suffix]
  result = CANDIDATE != "" ? ["${IMAGE}:${CANDIDATE}${suffix}"] : VERSION == "" ? ["${IMAGE}:edge${suffix}"] : length(regexall("-", VERSION)) > 0 ? ["${IMAGE}:${VERSION}${suffix}"] : [
    "${IMAGE}:${VERSION}${suffix}",
    "${IMAGE}:${join(".", slice(split(".", VERSION), 0, 2))}${suffix}",
    "${IMAGE}:${split(".", VERSION)[0]}${suffix}",
    "${IMAGE}:latest${suffix}",
  ]
}

group "default" {
  targets = ["standard", "rpi", "vaapi", "cuda", "embedded", "edge", "agent"]
}

target "common" {
  context    = "."
  dockerfile = "docker/Dockerfile"
  target     = "image"
  args = {
    VERSION  = VERSION
    REVISION = REVISION
    CREATED  = CREATED
    SOURCE   = SOURCE
  }
}

# Published images have an SBOM and provenance with the digest of each base.
target "attested" {
  inherits = ["common"]
  attest   = ["type=sbom", "type=provenance,mode=max"]
  # The Dockerfile labels one platform's image; these annotate the index of all.
  annotations = [
    "index:org.opencontainers.image.source=${SOURCE}",
    "index:org.opencontainers.image.version=${VERSION}",
  ]
}

target "published" {
  inherits    = ["attested"]
  annotations = ["index:org.opencontainers.image.description=One stream in, many out"]
}

target "standard" {
  inherits  = ["published"]
  platforms = ["linux/amd64", "linux/arm64", "linux/arm/v7"]
  args = {
    VARIANT    = "all-in-one"
    CORE_IMAGE = "datarhei/core:${CORE_VERSION}"
  }
  tags = tags("")
}

# ffmpeg for the hardware encoder of a Raspberry Pi 3 and 4.
target "rpi" {
  inherits  = ["published"]
  platforms = ["linux/arm64", "linux/arm/v7"]
  args = {
    VARIANT    = "all-in-one"
    CORE_IMAGE = "datarhei/core:rpi-${CORE_VERSION}"
  }
  tags = tags("-rpi")
}

# Intel and AMD graphics. The core image exists for amd64 only.
target "vaapi" {
  inherits  = ["published"]
  platforms = ["linux/amd64"]
  args = {
    VARIANT    = "all-in-one"
    CORE_IMAGE = "datarhei/core:vaapi-${CORE_VERSION}"
  }
  tags = tags("-vaapi")
}

# NVIDIA graphics. The core image exists for amd64 only.
target "cuda" {
  inherits  = ["published"]
  platforms = ["linux/amd64"]
  args = {
    VARIANT    = "all-in-one"
    CORE_IMAGE = "datarhei/core:cuda-${CORE_VERSION}"
  }
  tags = tags("-cuda")
}

target "embedded" {
  inherits  = ["published"]
  platforms = ["linux/amd64", "linux/arm64", "linux/arm/v7"]
  args = {
    VARIANT = "embedded"
  }
  tags = tags("-embedded")
}

# A cache in front of a core (docs/scaling.md).
target "edge" {
  inherits    = ["attested"]
  dockerfile  = "docker/edge/Dockerfile"
  target      = "edge"
  annotations = ["index:org.opencontainers.image.description=A cache in front of a core"]
  platforms   = ["linux/amd64", "linux/arm64", "linux/arm/v7"]
  tags        = tags("-edge")
}

# The agent beside a core (docs/agent.md).
target "agent" {
  inherits    = ["attested"]
  target      = "agent"
  annotations = ["index:org.opencontainers.image.description=Keeps publications of a core on the air while their source is away"]
  platforms   = ["linux/amd64", "linux/arm64", "linux/arm/v7"]
  tags        = tags("-agent")
}

# For the local engine, which stores no attestations.
target "embedded-here" {
  inherits  = ["common"]
  platforms = ["local"]
  args = {
    VARIANT = "embedded"
  }
  output = ["type=docker"]
  tags   = ["sluice-embedded"]
}

target "edge-here" {
  inherits   = ["common"]
  dockerfile = "docker/edge/Dockerfile"
  target     = "edge"
  platforms  = ["local"]
  output     = ["type=docker"]
  tags       = ["sluice-edge"]
}

target "agent-here" {
  inherits  = ["common"]
  target    = "agent"
  platforms = ["local"]
  output    = ["type=docker"]
  tags      = ["sluice-agent"]
}
