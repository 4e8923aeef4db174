# Homebrew's formula for Assay. tools/homebrew/install fills in what is in capitals between at signs from a checkout, and installs it.
class Assay < Formula
  desc "Conformance suite for compute kernels in the Metal Shading Language"
  homepage "@URL@"
  url "@URL@"
  version "@VERSION@"
  sha256 "@SHA256@"

  depends_on "cmake" => :build
  depends_on :macos

  def install
    (buildpath/"version").write "@COMMIT@\n"
    system "cmake", "-S", ".", "-B", "build", *std_cmake_args
    system "cmake", "--build", "build", "--target", "assay"
    system "cmake", "--install", "build"
  end

  test do
    assert_match "address_space/constants", shell_output("#{bin}/assay list address_space/")
    assert_match "@COMMIT@", shell_output("#{bin}/assay --version")
    system bin/"assay", "lint"
  end
end
